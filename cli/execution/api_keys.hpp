// API keys from the environment, by engine. Held in memory only: never printed, logged or stored.
#pragma once

#include <map>
#include <string>

#include "base/result.hpp"
#include "config/experiment_config.hpp"

namespace kilter {

// An error names the first variable that is not set, and the engine that wants it.
Result<std::map<std::string, std::string>> api_keys_of(const ExperimentConfig& config);

// The judge's; empty where it wants none, or where there is no judge.
Result<std::string> judge_key_of(const ExperimentConfig& config);

}  // namespace kilter
