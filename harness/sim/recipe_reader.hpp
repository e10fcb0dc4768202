// Reads text recipes from the YAML of a scenario; mistakes go to the diagnostics with their place.
// The forms are documented in harness/sim/README.md. One thread.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/diagnostics.hpp"
#include "base/source_tree.hpp"
#include "harness/sim/recipe.hpp"

namespace kilter {

using NamedRecipes = std::map<std::string, Recipe>;

// Where a recipe stands, for messages, and the texts that `use` may name.
struct RecipeContext {
    const std::string& file;
    const std::string& what;
    const NamedRecipes& texts;
    Diagnostics& diagnostics;
};

// nullopt and an error where the node is no recipe. `node` is not null.
std::optional<Recipe> read_recipe(const tree::Node& node, const RecipeContext& in);

}  // namespace kilter
