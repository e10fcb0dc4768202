// Items as JUnit test cases: a suite per engine and suite, a case per item. Unstable is a failure;
// failed and missing runs are an error; an item that cannot be compared is skipped. Wrong answers
// are no failure: gates judge points. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "reports/item_rows.hpp"

namespace kilter {

std::string junit_xml(const std::vector<ItemRow>& rows);

}  // namespace kilter
