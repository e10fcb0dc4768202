// Plans an isolation: from an engine and its switches to the arms of an experiment, each an engine
// of its own name. Says no where arms could not be compared. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/isolation/switches.hpp"
#include "config/experiment_config.hpp"
#include "harness/runner/run_plan.hpp"
#include "scorers/isolation/arm_tests.hpp"

namespace kilter {

struct IsolationChoice {
    std::string engine;  // of the config; the baseline asks it
    std::string design;  // one-switch, leave-one-out, cumulative
    std::string
        schedule;  // interleaved, blocked; empty: blocked where a command runs before an arm
    Dialect dialect = Dialect::openai;  // that engine's, resolved
};

// The config of the experiment: its engines are the arms, its isolation says what they are. Arms
// with a command come last, since it changes what the others would meet. An error names the arm and
// what to do.
Result<ExperimentConfig> plan_isolation(const ExperimentConfig& config,
                                        const std::vector<PlannedSuite>& suites,
                                        const IsolationChoice& choice);

// What must be equal in all arms, of one of them.
ArmScope scope_of(const ExperimentConfig& plan, const EngineConfig& arm,
                  const std::vector<PlannedSuite>& suites);

}  // namespace kilter
