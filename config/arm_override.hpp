// What an arm of an isolation changes, applied, joined and in words. Pure, any thread.
#pragma once

#include <string>

#include "base/result.hpp"
#include "config/experiment_config.hpp"

namespace kilter {

// The engine `base` of the config with these changes; its name stays. The error names a key and
// what it takes.
Result<EngineConfig> with_override(const ExperimentConfig& config, const EngineConfig& base,
                                   const ArmOverride& changes);

// Both together. The error names a key that both set.
Result<ArmOverride> joined(const ArmOverride& a, const ArmOverride& b);

// "cache: cold, seed: 1"; empty for no change.
std::string override_words(const ArmOverride& changes);

}  // namespace kilter
