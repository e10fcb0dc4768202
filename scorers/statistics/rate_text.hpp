// A rate as a person writes it: 0.05 or 5%. Pure, any thread.
#pragma once

#include <string_view>

#include "base/result.hpp"

namespace kilter {

// Between 0 and 1, both included. The error names the word and what was expected.
Result<double> rate_from(std::string_view text);

}  // namespace kilter
