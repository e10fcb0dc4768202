// Reads `engines:`: each on its own first, then with what it extends. A key of the engine replaces
// the same key of the one it extends as a whole; chains and forward references are fine, circles
// are errors. Within config/ only. One thread.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source_tree.hpp"
#include "config/engine_draft.hpp"
#include "config/experiment_config.hpp"

namespace kilter {

// The engines that could be read, in file order; whether all could is in `diagnostics`.
std::vector<EngineConfig> read_engines(const tree::Node& node, const std::string& file,
                                       Diagnostics& diagnostics);

// The draft with its defaults; what no engine can do without is an error where it is missing.
EngineConfig complete_engine(const EngineDraft& draft, const std::string& what,
                             const std::string& file, Diagnostics& diagnostics);

}  // namespace kilter
