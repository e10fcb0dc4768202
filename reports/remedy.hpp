// A remedy as a table for people and as JSON. Pure, any thread.
#pragma once

#include <string>

#include "reports/json_numbers.hpp"
#include "reports/remedy_model.hpp"
#include "reports/table.hpp"

namespace kilter {

// One row an item, one an engine where there are several; "3/3 -> 0/3" in each cell.
Table remedy_table(const Remedy& remedy);
// The sentence above it.
std::string remedy_title(const Remedy& remedy);
ReportJson remedy_json(const Remedy& remedy);

}  // namespace kilter
