// Reads answers that depend on the length of the prompt: a list of bands, each with the lettered
// answers that its requests get in turn. For scenario_reader.cpp. One thread.
#pragma once

#include <vector>

#include "harness/sim/answer_plan.hpp"

namespace kilter {

// `node` holds `lengths` and the answers A to Z that it names; a `-` in a band's `runs` is a
// refused request. Mistakes go to the diagnostics.
std::vector<LengthBand> read_length_bands(const tree::Node& node, const RecipeContext& in);

}  // namespace kilter
