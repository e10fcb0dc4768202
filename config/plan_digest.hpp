// The digest by which `run` finds the experiment that it goes on with: SHA-256 over all that can
// change an output. Left out: timeouts, retries, notes, key names, gates, the store, gold and
// fields. Pure, any thread.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "config/experiment_config.hpp"
#include "suites/suite.hpp"

namespace kilter {

// `selected` holds the chosen items as "suite/id"; empty: all items of all suites. Its order and
// words that name no item make no difference.
std::string plan_digest(const ExperimentConfig& config, const std::vector<const Suite*>& suites,
                        const std::set<std::string>& selected = {});

}  // namespace kilter
