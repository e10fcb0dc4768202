// Reads `judge:`, with the readers of engines and of their request. Within config/ only. One
// thread.
#pragma once

#include <string>

#include "base/diagnostics.hpp"
#include "base/source_tree.hpp"
#include "config/experiment_config.hpp"

namespace kilter {

// Whether it can be used is in `diagnostics`.
JudgeConfig read_judge(const tree::Node& node, const std::string& file, Diagnostics& diagnostics);

}  // namespace kilter
