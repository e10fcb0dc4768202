// Completion scripts for shells, made from the commands as data. A script knows commands, options,
// the words of options that take one of a list, and where files or folders belong; it starts no
// program when it completes. Pure functions, any thread.
#pragma once

#include <string>

#include "cli/manual/command_tree.hpp"

namespace kilter {

std::string bash_completion(const CommandEntry& tree);
std::string zsh_completion(const CommandEntry& tree);
std::string fish_completion(const CommandEntry& tree);

// Every command below `tree`, itself first, parents before their commands.
std::vector<const CommandEntry*> all_commands(const CommandEntry& tree);

}  // namespace kilter
