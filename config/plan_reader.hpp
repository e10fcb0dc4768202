// Reads what the config file and the stored plan have in common: runs, order, request, engines,
// judge, gates. Within config/ only. One thread.
#pragma once

#include <string>

#include "base/diagnostics.hpp"
#include "base/source_tree.hpp"
#include "config/experiment_config.hpp"

namespace kilter {

// Marks its keys as known in `reader`; finish() is the caller's.
void read_plan(tree::MappingReader& reader, const std::string& file, ExperimentConfig& config,
               Diagnostics& diagnostics);

}  // namespace kilter
