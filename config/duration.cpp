#include "config/duration.hpp"

#include <array>
#include <charconv>

namespace kilter {
namespace {

struct Unit {
    std::string_view word;
    long long milliseconds;
};

// Largest first, for writing.
constexpr std::array<Unit, 4> k_units{{{"h", 3'600'000}, {"m", 60'000}, {"s", 1'000}, {"ms", 1}}};

constexpr long long k_longest = 30LL * 24 * 3'600'000;

}  // namespace

std::optional<MaybeDuration> parse_duration(std::string_view text) {
    if (text == "none") return MaybeDuration{};
    long long count = 0;
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, count);
    if (problem != std::errc{} || count <= 0 || count > k_longest) return std::nullopt;
    const std::string_view word = text.substr(static_cast<std::size_t>(stop - text.data()));
    for (const Unit& unit : k_units) {
        if (word != unit.word) continue;
        if (count > k_longest / unit.milliseconds) return std::nullopt;
        return MaybeDuration{std::chrono::milliseconds{count * unit.milliseconds}};
    }
    return std::nullopt;
}

std::string to_text(const MaybeDuration& duration) {
    if (!duration) return "none";
    const long long count = duration->count();
    for (const Unit& unit : k_units) {
        if (count % unit.milliseconds == 0) {
            return std::to_string(count / unit.milliseconds) + std::string{unit.word};
        }
    }
    return {};  // not reached: every count divides by one millisecond
}

}  // namespace kilter
