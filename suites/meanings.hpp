// Words of options that must mean one thing: the values and aliases of an enum, the words of a
// boolean, units and phrases. Within suites/ only. One thread.
#pragma once

#include <string>
#include <string_view>

#include "suites/option_reader.hpp"

namespace kilter {

// Errors for a value that stands twice and a word that means two values, as the comparator reads
// them: `fold`: whatever their case. `values` (a list) and `aliases` (value: words) may be null.
void check_meanings(const OptionPlace& in, const tree::Node* values, const tree::Node* aliases,
                    bool fold);

// More than digits, signs and white space.
bool names_something(std::string_view unit);

// Punctuation becomes white space.
std::string without_punctuation(std::string_view text);

}  // namespace kilter
