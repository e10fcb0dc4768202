// Texts with slots: {expression} is replaced by its value. Lines that begin with @ direct:
//   @each row in lines ... @end      once a row, with the row's name defined
//   @if expression ... @end          where the value is neither 0 nor empty
// One thread.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "suites/generator/context.hpp"

namespace kilter::gen {

Result<std::string> fill_template(std::string_view text, MakingContext& context);

}  // namespace kilter::gen
