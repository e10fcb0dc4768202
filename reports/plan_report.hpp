// The answer of `kilter plan`: as sentences with one small table, and as JSON (schema
// kilter.plan/1). Undefined numbers are "-" or null, with the reason in a sentence or a warning.
// Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "reports/text_style.hpp"
#include "scorers/statistics/size_plan.hpp"

namespace kilter {

std::string plan_text(const SizePlan& plan, const TextStyle& style);
std::string plan_json(const SizePlan& plan);
// Why numbers of the plan are undefined, one sentence each.
std::vector<std::string> plan_warnings(const SizePlan& plan);

}  // namespace kilter
