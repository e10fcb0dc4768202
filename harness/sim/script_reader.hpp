// Reads the scripts of a scenario from YAML; mistakes go to the diagnostics with their place. The
// form is documented in harness/sim/README.md. One thread.
#pragma once

#include <memory>
#include <vector>

#include "harness/sim/recipe_reader.hpp"
#include "harness/sim/script.hpp"

namespace kilter {

using Scripts = std::vector<Script>;  // by ask; the last one for all further asks

// One script, or a list of them. Nullptr and an error where the node is none.
std::shared_ptr<const Scripts> read_scripts(const tree::Node& node, const RecipeContext& in);

}  // namespace kilter
