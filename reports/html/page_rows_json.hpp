// The rows of all items as the page reads them, without texts. Pure, any thread.
#pragma once

#include <vector>

#include "reports/item_rows.hpp"
#include "reports/json_numbers.hpp"

namespace kilter {

ReportJson page_rows_json(const std::vector<ItemRow>& rows);

}  // namespace kilter
