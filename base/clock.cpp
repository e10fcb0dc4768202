#include "base/clock.hpp"

#include <fmt/format.h>

namespace kilter {
namespace {

// The digits of text[at, at + size); -1: other signs stand there.
int number_at(std::string_view text, std::size_t at, std::size_t size) {
    int number = 0;
    for (const char c : text.substr(at, size)) {
        if (c < '0' || c > '9') return -1;
        number = number * 10 + (c - '0');
    }
    return number;
}

}  // namespace

std::chrono::system_clock::time_point SystemClock::now() const {
    return std::chrono::system_clock::now();
}

std::chrono::steady_clock::time_point SystemClock::steady_now() const {
    return std::chrono::steady_clock::now();
}

std::string to_iso8601(std::chrono::system_clock::time_point time) {
    using std::chrono::milliseconds;
    const auto days = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(days);
    const std::chrono::hh_mm_ss<milliseconds> clock(std::chrono::floor<milliseconds>(time - days));
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                       clock.hours().count(), clock.minutes().count(), clock.seconds().count(),
                       clock.subseconds().count());
}

std::optional<std::chrono::system_clock::time_point> from_iso8601(std::string_view text) {
    constexpr std::string_view k_form = "0000-00-00T00:00:00.000Z";
    if (text.size() != k_form.size()) return std::nullopt;
    for (std::size_t i = 0; i < k_form.size(); ++i) {
        if (k_form[i] != '0' && text[i] != k_form[i]) return std::nullopt;
    }
    const int year = number_at(text, 0, 4), month = number_at(text, 5, 2);
    const int day = number_at(text, 8, 2), hour = number_at(text, 11, 2);
    const int minute = number_at(text, 14, 2), second = number_at(text, 17, 2);
    const int milli = number_at(text, 20, 3);
    if (year < 0 || month < 0 || day < 0 || milli < 0) return std::nullopt;
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) {
        return std::nullopt;
    }
    const std::chrono::year_month_day date{std::chrono::year(year),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok()) return std::nullopt;
    return std::chrono::sys_days(date) + std::chrono::hours(hour) + std::chrono::minutes(minute) +
           std::chrono::seconds(second) + std::chrono::milliseconds(milli);
}

}  // namespace kilter
