// p values of several comparisons, adjusted: Holm 1979 for claims ("A differs from B"; bounds the
// chance of any false one), Benjamini and Hochberg 1995 for screening of items and fields (bounds
// the expected share of false ones). In the order of the input, each in [0, 1] and never below its
// p. Requires p values in [0, 1]. Pure, any thread.
#pragma once

#include <vector>

namespace kilter {

std::vector<double> holm(const std::vector<double>& p_values);
std::vector<double> benjamini_hochberg(const std::vector<double>& p_values);

}  // namespace kilter
