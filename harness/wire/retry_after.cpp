// Reading of Retry-After and its vendor form.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text/normalize.hpp"
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

std::optional<int> two_or_four_digits(std::string_view text, std::size_t at, std::size_t length) {
    int number = 0;
    const char* begin = text.data() + at;
    const auto [end, error] = std::from_chars(begin, begin + length, number);
    if (error != std::errc{} || end != begin + length || number < 0) return std::nullopt;
    return number;
}

// "Sun, 06 Nov 1994 08:49:37 GMT", the only form that senders may write today.
std::optional<std::chrono::system_clock::time_point> http_date(std::string_view text) {
    constexpr std::string_view shape = "Sun, 06 Nov 1994 08:49:37 GMT";
    text = trim(text);
    if (text.size() != shape.size() || !text.ends_with(" GMT")) return std::nullopt;
    static constexpr std::array<std::string_view, 12> months = {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    unsigned month = 0;
    while (month < months.size() && months[month] != text.substr(8, 3)) ++month;
    const auto day = two_or_four_digits(text, 5, 2);
    const auto year = two_or_four_digits(text, 12, 4);
    const auto hour = two_or_four_digits(text, 17, 2);
    const auto minute = two_or_four_digits(text, 20, 2);
    const auto second = two_or_four_digits(text, 23, 2);
    if (!day || !year || !hour || !minute || !second || month == months.size()) return std::nullopt;
    // The clock ends in 2262; who says later means "not soon" as well.
    constexpr int k_last_year = 2200;
    const std::chrono::year_month_day date{std::chrono::year{std::min(*year, k_last_year)},
                                           std::chrono::month{month + 1},
                                           std::chrono::day{static_cast<unsigned>(*day)}};
    if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
    return std::chrono::sys_days{date} + std::chrono::hours{*hour} + std::chrono::minutes{*minute} +
           std::chrono::seconds{*second};
}

}  // namespace

std::optional<milliseconds> parse_retry_after(std::string_view value,
                                              std::chrono::system_clock::time_point now) {
    if (const std::optional<milliseconds> wait = decimal_ms(value, 1000)) return wait;
    const std::optional<std::chrono::system_clock::time_point> when = http_date(value);
    if (!when) return std::nullopt;
    if (*when <= now) return milliseconds{0};
    return std::chrono::ceil<milliseconds>(*when - now);
}

std::optional<milliseconds> parse_retry_after_ms(std::string_view value) {
    return decimal_ms(value, 1);
}

}  // namespace kilter
