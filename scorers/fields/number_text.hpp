// Numbers as people write them, read into exact decimals: grouping, decimal marks, minus signs,
// accounting brackets. Not a search in running text (lint does that). Pure, any thread.
#pragma once

#include <optional>
#include <string_view>

#include "base/decimal.hpp"
#include "base/json/value.hpp"
#include "suites/field.hpp"

namespace kilter {

// The whole text is one number. `locale` decides only "1.500" and "6,300"; every other form says by
// itself which mark is the decimal one. ASCII digits only. nullopt: no number, or beyond Decimal's
// bounds.
std::optional<Decimal> read_number_text(std::string_view text, Locale locale);

// A field's value under `number`: a JSON number, or text with the field's unit behind it or
// without.
std::optional<Decimal> read_number(const FieldOptions& options, const json::Value& value);

// |a - b| <= abs_tol, or <= rel_tol x |gold|; exact, and plain equality without tolerances.
bool within_tolerance(const FieldOptions& options, const Decimal& gold, const Decimal& answer);

}  // namespace kilter
