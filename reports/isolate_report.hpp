// An isolation as JSON (kilter.isolate/1) and for a terminal. Evidence, never a cause. Pure, any
// thread.
#pragma once

#include <string>

#include "reports/isolate_model.hpp"
#include "reports/text_style.hpp"

namespace kilter {

std::string isolate_json(const IsolateReport& report);
std::string isolate_text(const IsolateReport& report, const TextStyle& style);

}  // namespace kilter
