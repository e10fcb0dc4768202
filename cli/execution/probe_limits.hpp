// Asks the engines of a probe, one after the other, who they are and how many alternatives per
// token they list. Owns the loop while it asks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "config/experiment_config.hpp"
#include "harness/probe/logprob_limit.hpp"

namespace kilter {

// For each engine of the config, in its order. `params`: the request of the probe.
std::vector<LogprobLimit> ask_logprob_limits(const ExperimentConfig& config,
                                             const std::map<std::string, std::string>& keys);

}  // namespace kilter
