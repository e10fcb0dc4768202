// Reading of Retry-After and its vendor form.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text/normalize.hpp"
#include "harness/wire/http_date.hpp"
#include "harness/wire/retry.hpp"

namespace kilter {
namespace {

using std::chrono::milliseconds;

constexpr double k_longest_ms = 1e12;  // some thirty years: enough, and far from overflow

std::optional<milliseconds> decimal_ms(std::string_view text, double factor) {
    text = trim(text);
    double number = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || at != text.data() + text.size()) return std::nullopt;
    if (!std::isfinite(number) || number < 0) return std::nullopt;
    return milliseconds(static_cast<long long>(std::min(number * factor, k_longest_ms)));
}

}  // namespace

std::optional<milliseconds> parse_retry_after(std::string_view value,
                                              std::chrono::system_clock::time_point now) {
    if (const std::optional<milliseconds> wait = decimal_ms(value, 1000)) return wait;
    const std::optional<std::chrono::system_clock::time_point> when =
        parse_http_date(trim(value), now);
    if (!when) return std::nullopt;
    if (*when <= now) return milliseconds{0};
    return std::min(std::chrono::ceil<milliseconds>(*when - now),
                    milliseconds(static_cast<long long>(k_longest_ms)));
}

std::optional<milliseconds> parse_retry_after_ms(std::string_view value) {
    return decimal_ms(value, 1);
}

}  // namespace kilter
