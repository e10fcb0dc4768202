// Days as numbers and as texts of both languages, with Hungarian case endings on the day
// (március 5-én, 5-ig, 5-től, 5-i). Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "suites/generator/style.hpp"

namespace kilter::gen {

enum class DayEnding { none, on, by, from, of };  // -, -án/-én, -ig, -tól/-től, -i

std::optional<long long> day_from_iso(std::string_view text);  // 2026-03-05
std::string iso_day(long long days);
int day_of_month(long long days);
int year_of(long long days);
// The next Monday where it is a Saturday or Sunday.
long long to_workday(long long days);
std::string weekday_name(long long days, Language language);

// In the form that the item has chosen.
std::string styled_day(long long days, const Style& style);
// "2026. március 5-én", "5 March 2026"; endings are Hungarian only.
std::string long_day(long long days, Language language, DayEnding ending, bool with_year);

}  // namespace kilter::gen
