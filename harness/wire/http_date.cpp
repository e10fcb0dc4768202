#include "harness/wire/http_date.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace kilter {
namespace {

using std::chrono::system_clock;
using std::chrono::year_month_day;

constexpr int k_first_year = 1970;
constexpr int k_last_year = 2200;

constexpr std::array<std::string_view, 7> k_days = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                    "Friday", "Saturday", "Sunday"};
constexpr std::array<std::string_view, 12> k_months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

struct DateParts {
    int year = 0, day = 0, hour = 0, minute = 0, second = 0;
    unsigned month = 0;  // 1..12
};

// Takes a date apart from the front; once something did not fit, everything after fails too.
class DateCursor {
  public:
    explicit DateCursor(std::string_view rest) : rest_(rest) {}

    bool good() const { return good_; }
    bool at_end() const { return good_ && rest_.empty(); }

    void skip(std::string_view word) {
        good_ = good_ && rest_.starts_with(word);
        if (good_) rest_.remove_prefix(word.size());
    }

    // The whole name of a weekday, or its first three letters. What day it is says the date.
    void weekday(bool whole) {
        for (const std::string_view day : k_days) {
            const std::string_view name = whole ? day : day.substr(0, 3);
            if (rest_.starts_with(name)) return skip(name);
        }
        good_ = false;
    }

    unsigned month() {
        const auto at = std::find(k_months.begin(), k_months.end(), rest_.substr(0, 3));
        good_ = good_ && at != k_months.end();
        if (!good_) return 0;
        skip(*at);
        return static_cast<unsigned>(at - k_months.begin()) + 1;
    }

    int digits(std::size_t count) {
        int number = 0;
        for (std::size_t i = 0; i < count && good_; ++i) {
            good_ = i < rest_.size() && rest_[i] >= '0' && rest_[i] <= '9';
            if (good_) number = number * 10 + (rest_[i] - '0');
        }
        if (good_) rest_.remove_prefix(count);
        return number;
    }

    // asctime pads the day with a space.
    int padded_day() {
        if (!rest_.starts_with(' ')) return digits(2);
        skip(" ");
        return digits(1);
    }

    void time(DateParts& parts) {
        parts.hour = digits(2);
        skip(":");
        parts.minute = digits(2);
        skip(":");
        parts.second = digits(2);
    }

  private:
    std::string_view rest_;
    bool good_ = true;
};

std::optional<DateParts> fixed_date(std::string_view text) {
    DateCursor in(text);
    DateParts parts;
    in.weekday(false);
    in.skip(", ");
    parts.day = in.digits(2);
    in.skip(" ");
    parts.month = in.month();
    in.skip(" ");
    parts.year = in.digits(4);
    in.skip(" ");
    in.time(parts);
    in.skip(" GMT");
    return in.at_end() ? std::optional(parts) : std::nullopt;
}

std::optional<DateParts> rfc850_date(std::string_view text, int this_year) {
    DateCursor in(text);
    DateParts parts;
    in.weekday(true);
    in.skip(", ");
    parts.day = in.digits(2);
    in.skip("-");
    parts.month = in.month();
    in.skip("-");
    parts.year = this_year - this_year % 100 + in.digits(2);
    in.skip(" ");
    in.time(parts);
    in.skip(" GMT");
    if (parts.year > this_year + 50) parts.year -= 100;
    if (parts.year <= this_year - 50) parts.year += 100;
    return in.at_end() ? std::optional(parts) : std::nullopt;
}

std::optional<DateParts> asctime_date(std::string_view text) {
    DateCursor in(text);
    DateParts parts;
    in.weekday(false);
    in.skip(" ");
    parts.month = in.month();
    in.skip(" ");
    parts.day = in.padded_day();
    in.skip(" ");
    in.time(parts);
    in.skip(" ");
    parts.year = in.digits(4);
    return in.at_end() ? std::optional(parts) : std::nullopt;
}

}  // namespace

std::optional<system_clock::time_point> parse_http_date(std::string_view text,
                                                        system_clock::time_point now) {
    const year_month_day today{std::chrono::floor<std::chrono::days>(now)};
    std::optional<DateParts> parts = fixed_date(text);
    if (!parts) parts = rfc850_date(text, static_cast<int>(today.year()));
    if (!parts) parts = asctime_date(text);
    if (!parts) return std::nullopt;
    const year_month_day date{std::chrono::year{parts->year}, std::chrono::month{parts->month},
                              std::chrono::day{static_cast<unsigned>(parts->day)}};
    constexpr int k_leap_second = 60;
    if (!date.ok() || parts->hour > 23 || parts->minute > 59 || parts->second > k_leap_second) {
        return std::nullopt;
    }
    if (parts->year < k_first_year) return system_clock::time_point{};
    if (parts->year > k_last_year) {
        return std::chrono::sys_days{std::chrono::year{k_last_year} / std::chrono::December / 31};
    }
    return std::chrono::sys_days{date} + std::chrono::hours{parts->hour} +
           std::chrono::minutes{parts->minute} + std::chrono::seconds{parts->second};
}

}  // namespace kilter
