// JSON inside an HTML script element: nothing in it can end the element, open a comment, or turn a
// line of the source around. Pure, any thread.
#pragma once

#include <string>

#include "reports/json_numbers.hpp"

namespace kilter {

// On one line. Bytes that are no UTF-8 become U+FFFD.
std::string script_json(const ReportJson& document);

}  // namespace kilter
