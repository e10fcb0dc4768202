// What is planned of an isolation, as JSON in the stored plan: its arms, and what they ask in place
// of the plan's request and order. Within config/ only. Pure, any thread.
#pragma once

#include <string>

#include "base/diagnostics.hpp"
#include "base/json/value.hpp"
#include "base/source_tree.hpp"
#include "config/experiment_config.hpp"

namespace kilter {

// What an arm asks in place of the plan's, set members only; an object.
json::Value own_asking_to_json(const EngineConfig& engine);

json::Value isolation_to_json(const ExperimentConfig& config);
// What of it can change an output, for the digest of the plan.
json::Value isolation_condition_to_json(const Isolation& isolation);

// Also puts what arms ask into their engines, which must have been read.
void read_isolation(const tree::Node& node, const std::string& file, ExperimentConfig& config,
                    Diagnostics& diagnostics);

}  // namespace kilter
