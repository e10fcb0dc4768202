#include "base/clock.hpp"

#include <fmt/format.h>

namespace kilter {

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

}  // namespace kilter
