// The two functions of every comparator: score(gold, answer) in [0, 1], and canonical(value), the
// text that votes and value flips compare. Exact decimals, NFC, no float between text and verdict.
// Rules: docs/scoring.md. Pure, any thread.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/decimal.hpp"
#include "base/json/value.hpp"
#include "suites/field.hpp"

namespace kilter {

// A value as its comparator reads it. Equal canonical texts score 1 against each other, save where
// `strict_types` is on.
struct Reading {
    // Canonical text of the value under the field's comparator; nullopt: the value cannot be read
    // as one (a date that is none), which is a wrong value, not an absent one.
    std::optional<std::string> canonical;
    bool absent = false;             // null, "", "-", "nincs adat", []: see null words
    std::vector<std::string> flags;  // null_as_string, type_coerced
    // What scoring needs beyond that text.
    std::optional<Decimal> number;  // number, amount, percent
    std::string name;               // amount: the currency; an element of tool_call: the tool
    std::size_t count = 0;          // lists: the elements; contains_all: the phrases found
    std::vector<Reading> parts;     // lists: elements up to the limit; a row or call: its values
    bool has_flag(std::string_view flag) const;
};

inline constexpr std::size_t k_all_elements = std::numeric_limits<std::size_t>::max();

// A JSON value as this field reads it; nullptr (missing key) is absent. Elements of lists beyond
// `most` are counted and hashed, not read.
Reading read_value(const Field& field, const json::Value* value, std::size_t most = k_all_elements);

// How many elements of an answer are read: 4 x the gold's longest list + 100.
std::size_t most_elements(const json::Value& gold);

// In [0, 1]; both present. Exact comparators give 0 or 1; anls, lists, calls and partial
// contains_all may lie between.
double compare_readings(const Field& field, const Reading& gold, const Reading& answer);
double compare_values(const Field& field, const json::Value& gold, const json::Value& answer);

// A score below 1 may still be a right value (anls), or is a wrong one that earns its part (lists,
// calls, phrases).
bool earns_in_parts(Comparator comparator);

}  // namespace kilter
