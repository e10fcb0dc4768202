// How many files and connections this process may have open. Any thread.
#pragma once

#include "base/result.hpp"
#include "config/experiment_config.hpp"

namespace kilter {

// Raises the limit as far as may be, but not beyond 65,536: a shell often starts with 1,024, and
// each open request takes one or two.
void allow_open_files();

// An error that says what to raise, where the limit is below what `config` asks at the same time;
// `trials` of each engine.
Result<void> enough_open_files(const ExperimentConfig& config, long long trials);

}  // namespace kilter
