// How reports write numbers: four decimals, null where undefined. Pure, any thread.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/json/value.hpp"
#include "scorers/statistics/intervals.hpp"

namespace kilter {

using ReportJson = nlohmann::ordered_json;

inline double rounded(double value) {
    return std::round(value * 1e4) / 1e4;
}

inline ReportJson number_or_null(const std::optional<double>& value) {
    if (!value || !std::isfinite(*value)) return nullptr;
    return rounded(*value);
}

// Positions: whole where they are whole.
inline ReportJson position_or_null(const std::optional<double>& value) {
    if (value && *value == std::floor(*value)) return static_cast<long long>(*value);
    return number_or_null(value);
}

inline ReportJson interval_or_null(const std::optional<Interval>& interval) {
    if (!interval || !std::isfinite(interval->low) || !std::isfinite(interval->high))
        return nullptr;
    return ReportJson::array({rounded(interval->low), rounded(interval->high)});
}

// A value of our own reader; one that no report can hold (a number past all doubles) as its text.
ReportJson to_report(const json::Value& value);

// JSON text with its control and bidi characters, U+2028 and U+2029 written as escapes.
std::string escape_unsafe(std::string_view json_text);

// Never throws on model text, and sends no control or bidi character to a terminal: those are
// written as escapes.
std::string dump_report(const ReportJson& document);

}  // namespace kilter
