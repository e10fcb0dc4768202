// Dates and numbers as data sets write them, turned into the forms that gold has. Narrow on
// purpose: what is not surely one of the known forms is left for the caller to keep as text. What
// it is not: the comparators' readers, which read what engines write. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json/value.hpp"
#include "suites/field.hpp"

namespace kilter {

struct DateReading {
    std::string iso;          // YYYY-MM-DD, an existing day
    bool short_year = false;  // the text has two digits; taken as 20YY
};

// "25/12/2018", "12-01-19", "2018-12-25", "20181225", "25 DEC 2018", "Dec 25, 2018".
std::optional<DateReading> date_of(std::string_view text, SlashOrder order);

// An existing day written YYYY-MM-DD and nothing else.
bool is_iso_day(std::string_view text);

// "RM 9.00", "$1,007.50", "45.500" (de): the literal without currency and grouping. The locale
// says which mark is the decimal one; the other has to part groups of three.
std::optional<std::string> number_of(std::string_view text, Locale locale);

// A decimal literal as XML writes one, in its shortest form; nullopt: none, or out of bounds.
std::optional<std::string> decimal_of(std::string_view text);

// The comparator that suits a value of a plain JSON or key=value file: date for an ISO day, number,
// boolean, else string. nullopt for null, which suits all.
std::optional<Comparator> guess_comparator(const json::Value& value);

}  // namespace kilter
