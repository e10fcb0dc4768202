// Does a gold value stand in a document? Both sides are read by the field's own comparator, so that
// "2026. november 10." grounds 2026-11-10 and "6 300 000 Ft" grounds 6300000. Pure, any thread.
#pragma once

#include <string_view>
#include <vector>

#include "base/decimal.hpp"
#include "base/json/value.hpp"
#include "suites/field.hpp"

namespace kilter {

// Booleans and judged fields are not quoted from a text: always true. `gold` is present, readable
// and no list: lint.cpp asks for each value inside.
bool is_grounded(const Field& field, const json::Value& gold, std::string_view text);

// A number-like place in the text has this value, by the field's locale, scale words and tolerance.
// Spaces may group digits or part two numbers, so both readings are tried.
bool holds_number(const FieldOptions& options, const Decimal& wanted, std::string_view text);

// The numbers that the text writes, in order, each read as far as it goes ("6 157 040" is one),
// without sign (a hyphen in running text is rarely a minus). Digits that stick to others by a
// slash, hyphen or colon, or to a word that is no currency, are parts of dates, times and ids: left
// out.
std::vector<Decimal> find_numbers(const FieldOptions& options, std::string_view text);

}  // namespace kilter
