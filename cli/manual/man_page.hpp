// The manual page kilter(1) in roff, made from the commands as data and the sections of
// man_text.hpp. Pure function, any thread.
#pragma once

#include <string>
#include <string_view>

#include "cli/manual/command_tree.hpp"

namespace kilter {

// `version` as in "kilter 0.1.0".
std::string man_page(const CommandEntry& tree, std::string_view version);

}  // namespace kilter
