#include "tests/fuzz/fuzz_input.hpp"

#include <cstdio>
#include <cstdlib>

#include "base/text/terminal.hpp"

namespace kilter::fuzz {

unsigned take_choice(std::string_view& input) {
    if (input.empty()) return 0;
    const auto byte = static_cast<unsigned char>(input.front());
    input.remove_prefix(1);
    return byte & 0x1FU;
}

std::vector<std::string_view> split_parts(std::string_view input) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = input.find('\x1F');
        parts.push_back(input.substr(0, end));
        if (end == std::string_view::npos) return parts;
        input.remove_prefix(end + 1);
    }
}

void require(bool holds, std::string_view what, std::string_view evidence) {
    if (holds) return;
    const std::string shown = visible(std::string(evidence.substr(0, 4000)));
    std::fprintf(stderr, "does not hold: %s\n%s\n", std::string(what).c_str(), shown.c_str());
    std::abort();
}

void require_equal(std::string_view a, std::string_view b, std::string_view what) {
    if (a == b) return;
    require(false, what,
            std::string(a.substr(0, 1500)) + "  !=  " + std::string(b.substr(0, 1500)));
}

}  // namespace kilter::fuzz
