// A comparison of two conditions: as JSON (schema kilter.diff/1) and for the terminal. Says where
// outputs part and what bounds that, never why. Model text is shown, never interpreted. Pure, any
// thread.
#pragma once

#include <string>

#include "reports/diff_model.hpp"
#include "reports/table.hpp"
#include "reports/text_style.hpp"

namespace kilter {

std::string diff_json(const DiffReport& report);
std::string diff_text(const DiffReport& report, const TextStyle& style);

// The items that differ; what the text shows of them.
Table diff_table(const DiffReport& report);

}  // namespace kilter
