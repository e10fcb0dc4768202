// The switches that kilter tries by itself: everything in a request that may make an engine waver,
// that its dialect offers, and that needs no restart. What is not offered comes with the reason.
// Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "config/experiment_config.hpp"
#include "harness/runner/run_plan.hpp"

namespace kilter {

// One thing that an arm may change: a switch of kilter's, or an arm of the config.
struct Switch {
    std::string name;
    ArmOverride changes;
    std::optional<std::string> engine;
    std::optional<std::string> before_arm;
};

struct OfferedSwitches {
    std::vector<Switch> offered;  // in the order in which they are tried
    std::vector<SwitchNotTried> not_tried;
};

inline constexpr int k_busy_concurrency = 4;
inline constexpr int k_tried_logprobs =
    5;  // alternatives a token; all servers that list any take it
inline constexpr long long k_tried_seed = 1;

// `base`: the engine as configured; `dialect`: resolved, never automatic. `interleaved`: a turn
// sends each item once.
OfferedSwitches offered_switches(const ExperimentConfig& config, const EngineConfig& base,
                                 Dialect dialect, const std::vector<PlannedSuite>& suites,
                                 bool interleaved);

// The arms of the config, but for its baseline.
std::vector<Switch> own_switches(const std::vector<ArmConfig>& arms);

}  // namespace kilter
