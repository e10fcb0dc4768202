// Replaces ${VAR} and ${VAR:-default} in the scalars of a config by the environment's values; $${
// is a literal ${. Keys and comments are left alone, and so is api_key_env, which takes a
// variable's name. What an expansion brings is not expanded again. Within config/ only. One thread.
#pragma once

#include <string>

#include "base/diagnostics.hpp"
#include "base/source_tree.hpp"
#include "config/load.hpp"

namespace kilter {

// A variable that is not set and has no default is an error at its scalar's place.
void expand_variables(tree::Node& node, const std::string& file, const Environment& environment,
                      Diagnostics& diagnostics);

bool is_variable_name(std::string_view text);

}  // namespace kilter
