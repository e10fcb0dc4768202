// The word that somebody probably meant: for "did you mean ...?" after unknown keys, names and
// options. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kilter {

// The candidate at the smallest edit distance (insert, delete, replace, swap of neighbours; bytes),
// at most 2 and less than half of the word; the first of equals. Case counts as no difference.
std::optional<std::string> near_miss(std::string_view word,
                                     const std::vector<std::string>& candidates);

}  // namespace kilter
