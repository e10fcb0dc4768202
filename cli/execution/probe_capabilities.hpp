// Asks every engine of a config what it supports, one engine after the other, and says before how
// many requests that takes. Owns the loop while it asks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "config/experiment_config.hpp"
#include "harness/engine/identity.hpp"
#include "reports/capability_report.hpp"

namespace kilter {

// `found`: what identify() said of each engine, in the config's order. Engines that cannot be asked
// at all get a row with that problem.
std::vector<CapabilityRow> probe_capabilities(const ExperimentConfig& config,
                                              const std::vector<EngineIdentity>& found,
                                              const std::map<std::string, std::string>& keys);

}  // namespace kilter
