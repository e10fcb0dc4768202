// Whether one gold value is of a kind that its comparator can use. Lists and calls are walked by
// gold_check.cpp, which asks here for each value inside. Within suites/ only. Pure, any thread.
#pragma once

#include <string>

#include "base/json/value.hpp"
#include "suites/field.hpp"

namespace kilter {

// What is wrong, as in "must be text"; empty: nothing. Null suits every comparator.
std::string gold_problem(const json::Value& value, const Field& field);

}  // namespace kilter
