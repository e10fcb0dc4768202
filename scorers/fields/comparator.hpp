// The two functions of every comparator: score(gold, answer) in [0, 1], and canonical(value), the
// text that votes and value flips compare. Exact decimals, NFC, no float between text and verdict.
// Rules: docs/metrics-scoring.md. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json/value.hpp"
#include "suites/field.hpp"

namespace kilter {

struct Reading {
    // Canonical text of the value under the field's comparator; nullopt: the value cannot be read
    // as one (a date that is none), which is a wrong value, not an absent one.
    std::optional<std::string> canonical;
    bool absent = false;             // null, "", "-", "nincs adat", ...: see null words
    std::vector<std::string> flags;  // null_as_string, type_coerced
};

// A JSON value as this field reads it; nullptr (missing key) is absent.
Reading read_value(const Field& field, const json::Value* value);

// In [0, 1]; both present. Exact comparators give 0 or 1; anls may lie between.
double compare_values(const Field& field, const json::Value& gold, const json::Value& answer);

}  // namespace kilter
