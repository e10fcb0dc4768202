// Regular expressions of suite files, in RE2's syntax: matched in linear time, whatever the text.
// Checked when a suite loads, matched in scorers/fields. Any thread.
#pragma once

#include <memory>
#include <string>

namespace re2 {
class RE2;
}

namespace kilter {

// What is wrong with the pattern, in one phrase; empty: nothing.
std::string pattern_problem(const std::string& pattern);

// nullptr where pattern_problem() has something to say.
std::shared_ptr<const re2::RE2> compile_pattern(const std::string& pattern, bool fold_case);

}  // namespace kilter
