// The functions of the generator's expressions: draws, sums, dates, formats, Hungarian endings.
// README.md beside this file lists them. One thread.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "suites/generator/context.hpp"

namespace kilter::gen {

using Arguments = std::vector<Datum>;
using Function = Result<Datum> (*)(const Arguments& arguments, MakingContext& context);

// An error where there is no such function or too few arguments are given.
Result<Datum> call_function(const std::string& name, Arguments arguments, MakingContext& context);

// The two halves of the table; nullptr: not in this half. `least` is how many arguments it takes.
struct FunctionEntry {
    const char* name;
    std::size_t least;
    Function call;
};
const FunctionEntry* find_draw_function(const std::string& name);
const FunctionEntry* find_format_function(const std::string& name);

}  // namespace kilter::gen
