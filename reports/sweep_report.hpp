// A sweep: as JSON (schema kilter.sweep/1) and for the terminal. Partial and missing cells stand
// apart from those that agree; findings that fit no one threshold are said. Pure, any thread.
#pragma once

#include <string>

#include "reports/sweep_model.hpp"
#include "reports/table.hpp"
#include "reports/text_style.hpp"

namespace kilter {

std::string sweep_json(const SweepReport& report);
std::string sweep_text(const SweepReport& report, const TextStyle& style);
Table sweep_table(const SweepReport& report);

}  // namespace kilter
