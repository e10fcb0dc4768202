// Percentages: 27, "27 %", "27 százalék". Pure, any thread.
#pragma once

#include <optional>

#include "base/decimal.hpp"
#include "base/json/value.hpp"
#include "suites/field.hpp"

namespace kilter {

struct Percent {
    Decimal value;          // 27 for 27 %
    bool has_sign = false;  // a percent sign or word was written
};

// With options.fraction_ok a bare number between -1 and 1 is a fraction: 0.27 is 27. One is 1 %.
std::optional<Percent> read_percent(const FieldOptions& options, const json::Value& value);

}  // namespace kilter
