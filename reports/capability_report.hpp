// What engines support, as a table for a terminal and as JSON. Asking is not here
// (harness/engine/capabilities.hpp). Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "harness/wire/capability.hpp"
#include "reports/json_numbers.hpp"
#include "reports/text_style.hpp"

namespace kilter {

struct CapabilityRow {  // one engine
    std::string engine, dialect;
    int requests = 0;
    std::string problem;  // why it could not be asked; then there are no capabilities
    std::vector<Capability> capabilities;
};

// A line for each capability, a column for each engine; engines that do not fit beside the others
// stand in a table of their own. Reasons stand below.
std::string capability_text(const std::vector<CapabilityRow>& rows, const TextStyle& style);

// [{"engine", "dialect", "requests", "problem", "answers": {"logprobs": {"support", ...}}}]
ReportJson capability_json(const std::vector<CapabilityRow>& rows);

}  // namespace kilter
