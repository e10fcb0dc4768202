// What `kilter probe` prints: verdicts first, then a table of which request had which list, or one
// JSON document (schema kilter.probe/1). Letters say what colour only repeats. Pure, any thread.
#pragma once

#include <string>

#include "reports/probe_model.hpp"
#include "reports/text_style.hpp"

namespace kilter {

std::string probe_text(const ProbeReport& report, const TextStyle& style);
std::string probe_json(const ProbeReport& report);

}  // namespace kilter
