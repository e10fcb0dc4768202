// What JSON Schema asks of single values: types, equality, multiples, pointers. Numbers are exact
// decimals, so 1.0 is an integer and equals 1. Within suites/ only. Pure, any thread.
#pragma once

#include <string>
#include <string_view>

#include "base/decimal.hpp"
#include "base/json/value.hpp"

namespace kilter {

// null, boolean, object, array, number, string or integer; any other word is no type.
bool is_schema_type(std::string_view word);
bool has_schema_type(const json::Value& value, std::string_view type);
// "a string", "an object", "null": for messages.
std::string described_kind(const json::Value& value);

// Two values are equal for JSON Schema where these texts are: members in any order, numbers by
// their value. A number beyond the bounds of Decimal equals only its own literal.
std::string canonical_text(const json::Value& value);

// `divisor` is more than 0.
bool is_multiple_of(const Decimal& value, const Decimal& divisor);
// Digits that is_multiple_of handles one by one: what it costs.
std::size_t multiple_of_work(const Decimal& value, const Decimal& divisor);

// "~" and "/" of a member's name as a JSON Pointer writes them.
std::string pointer_escaped(std::string_view name);
std::string pointer_unescaped(std::string_view segment);

}  // namespace kilter
