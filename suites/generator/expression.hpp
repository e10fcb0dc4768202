// The generator's expressions: whole numbers, 'texts', names with dots, + - * /, comparisons,
// function calls, and x|f|g for g(f(x)). Evaluated from left to right, so that draws happen in the
// order in which they are written. An error says what is wrong and with which text. One thread.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "suites/generator/context.hpp"

namespace kilter::gen {

Result<Datum> evaluate(std::string_view text, MakingContext& context);

}  // namespace kilter::gen
