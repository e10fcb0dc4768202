// Doubles as JSON numbers: the shortest literal that reads back as the same double; null for what
// is not finite. Pure, any thread.
#pragma once

#include <string>

#include "base/json/value.hpp"

namespace kilter::json {

void append_real(std::string& out, double value);
Value make_real(double value);

}  // namespace kilter::json
