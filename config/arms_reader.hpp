// Reads `arms:` of a config file. Within config/ only. One thread.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source_tree.hpp"
#include "config/arms.hpp"
#include "config/experiment_config.hpp"

namespace kilter {

// `engines`: those of the same file, that arms may name. What cannot be used is in `diagnostics`.
std::vector<ArmConfig> read_arms(const tree::Node& node, const std::vector<EngineConfig>& engines,
                                 const std::string& file, Diagnostics& diagnostics);

}  // namespace kilter
