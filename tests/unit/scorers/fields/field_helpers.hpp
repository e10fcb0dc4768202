// Fields and values made short for the comparator tests.
#pragma once

#include <catch2/catch_all.hpp>
#include <string>
#include <string_view>

#include "base/json/read.hpp"
#include "scorers/fields/comparator.hpp"

namespace kilter {

inline Field field_of(Comparator compare, Locale locale = Locale::hu) {
    Field field;
    field.path = "x";
    field.compare = compare;
    field.options.locale = locale;
    return field;
}

inline json::Value parsed(std::string_view text) {
    const json::ReadOutcome read = json::read(text);
    INFO(text);
    REQUIRE(read.ok);
    return read.value;
}

// Both sides as JSON text.
inline double score_json(const Field& field, std::string_view gold, std::string_view answer) {
    return compare_values(field, parsed(gold), parsed(answer));
}

// The answer as the content of a string.
inline double score_text(const Field& field, std::string_view gold, std::string answer) {
    return compare_values(field, parsed(gold), json::make_string(std::move(answer)));
}

inline Reading reading_of(const Field& field, std::string_view json) {
    const json::Value value = parsed(json);
    return read_value(field, &value);
}

// "(none)" where the value cannot be read or is absent.
inline std::string canonical_of(const Field& field, std::string_view json) {
    return reading_of(field, json).canonical.value_or("(none)");
}

}  // namespace kilter
