#include "suites/generator/calendar.hpp"

#include <array>
#include <charconv>
#include <chrono>

namespace kilter::gen {
namespace {

namespace chr = std::chrono;

constexpr std::array<const char*, 12> k_months_hu{"január",     "február", "március",  "április",
                                                  "május",      "június",  "július",   "augusztus",
                                                  "szeptember", "október", "november", "december"};
constexpr std::array<const char*, 12> k_months_en{"January",   "February", "March",    "April",
                                                  "May",       "June",     "July",     "August",
                                                  "September", "October",  "November", "December"};
constexpr std::array<const char*, 7> k_weekdays_hu{"vasárnap",  "hétfő",  "kedd",   "szerda",
                                                   "csütörtök", "péntek", "szombat"};
constexpr std::array<const char*, 7> k_weekdays_en{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                   "Thursday", "Friday", "Saturday"};

chr::sys_days as_days(long long days) {
    return chr::sys_days{chr::days{static_cast<int>(days)}};
}

chr::year_month_day as_date(long long days) {
    return chr::year_month_day{as_days(days)};
}

unsigned month_of(long long days) {
    return static_cast<unsigned>(as_date(days).month());
}

std::string padded(unsigned value) {
    return (value < 10 ? "0" : "") + std::to_string(value);
}

// The vowel of the day's spoken name: elsején, másodikán, harmadikán, ..., but tizenkettedikén.
bool has_front_vowel(int day) {
    switch (day % 10) {
        case 1:
        case 4:
        case 5:
        case 7:
        case 9:
            return true;
        case 0:
            return day == 10;
        case 2:
            return day != 2;
        default:
            return false;  // 3, 6, 8
    }
}

std::string ending_text(int day, DayEnding ending) {
    const bool front = has_front_vowel(day);
    const std::string link = day == 1 ? "j" : "";
    switch (ending) {
        case DayEnding::none:
            return ".";
        case DayEnding::on:
            return "-" + link + (front ? "én" : "án");
        case DayEnding::by:
            return "-" + (day == 1 ? std::string{"jéig"} : std::string{"ig"});
        case DayEnding::from:
            return "-" + link + (front ? "étől" : "ától");
        case DayEnding::of:
            return "-" + (day == 1 ? std::string{"jei"} : std::string{"i"});
    }
    return {};
}

}  // namespace

std::optional<long long> day_from_iso(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    int year = 0;
    unsigned month = 0;
    unsigned day = 0;
    const auto read = [&](std::size_t at, std::size_t length, auto& into) {
        const char* end = text.data() + at + length;
        const auto done = std::from_chars(text.data() + at, end, into);
        return done.ec == std::errc{} && done.ptr == end;
    };
    if (!read(0, 4, year) || !read(5, 2, month) || !read(8, 2, day)) return std::nullopt;
    const chr::year_month_day date{chr::year{year}, chr::month{month}, chr::day{day}};
    if (!date.ok()) return std::nullopt;
    return chr::sys_days{date}.time_since_epoch().count();
}

std::string iso_day(long long days) {
    return std::to_string(year_of(days)) + "-" + padded(month_of(days)) + "-" +
           padded(static_cast<unsigned>(day_of_month(days)));
}

int day_of_month(long long days) {
    return static_cast<int>(static_cast<unsigned>(as_date(days).day()));
}

int year_of(long long days) {
    return static_cast<int>(as_date(days).year());
}

long long to_workday(long long days) {
    const unsigned weekday = chr::weekday{as_days(days)}.c_encoding();
    if (weekday == 0) return days + 1;
    return weekday == 6 ? days + 2 : days;
}

std::string weekday_name(long long days, Language language) {
    const unsigned weekday = chr::weekday{as_days(days)}.c_encoding();
    return language == Language::hu ? k_weekdays_hu[weekday] : k_weekdays_en[weekday];
}

std::string styled_day(long long days, const Style& style) {
    const std::string year = std::to_string(year_of(days));
    const std::string month = padded(month_of(days));
    const std::string day = padded(static_cast<unsigned>(day_of_month(days)));
    switch (style.day) {
        case DayForm::words:
            return long_day(days, style.language, DayEnding::none, true);
        case DayForm::spaced:
            return year + ". " + month + ". " + day + ".";
        case DayForm::dotted:
            return year + "." + month + "." + day + ".";
        case DayForm::iso:
            return iso_day(days);
        case DayForm::month_first:
            return std::string{k_months_en[month_of(days) - 1]} + " " +
                   std::to_string(day_of_month(days)) + ", " + year;
    }
    return {};
}

std::string long_day(long long days, Language language, DayEnding ending, bool with_year) {
    const int day = day_of_month(days);
    const std::string year = std::to_string(year_of(days));
    if (language == Language::en) {
        const std::string text = std::to_string(day) + " " + k_months_en[month_of(days) - 1];
        return with_year ? text + " " + year : text;
    }
    const std::string text =
        std::string{k_months_hu[month_of(days) - 1]} + " " + std::to_string(day);
    return (with_year ? year + ". " : "") + text + ending_text(day, ending);
}

}  // namespace kilter::gen
