#include "suites/importers/imported.hpp"

#include <algorithm>

namespace kilter {
namespace {

constexpr std::size_t k_longest_name = 64;

bool is_alnum(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::string name_from(std::string_view text) {
    std::string name;
    for (const char c : text) {
        const bool fits = is_alnum(c) || c == '.' || c == '_' || c == '-';
        if (name.empty() && !is_alnum(c)) continue;
        if (fits) {
            name += c;
        } else if (name.back() != '-') {
            name += '-';
        }
    }
    name.resize(std::min(name.size(), k_longest_name));
    while (!name.empty() && name.back() == '-') name.pop_back();
    return name.empty() ? "item" : name;
}

std::string IdPool::take(std::string_view wanted) {
    const std::string first = name_from(wanted);
    std::string id = first;
    for (int number = 2; !taken_.insert(id).second; ++number) {
        const std::string suffix = "-" + std::to_string(number);
        id = first.substr(0, k_longest_name - suffix.size()) + suffix;
    }
    return id;
}

}  // namespace kilter
