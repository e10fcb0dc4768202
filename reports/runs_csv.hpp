// Every run of an experiment as CSV (RFC 4180, CRLF), one line each, missing ones too. Text cells
// that a spreadsheet would take for a formula begin with an apostrophe. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "reports/item_rows.hpp"

namespace kilter {

std::string runs_csv(const std::vector<ItemRow>& rows);

// One cell: guarded, quoted where needed, without control characters. Numbers do not come here.
std::string csv_text(std::string_view text);

}  // namespace kilter
