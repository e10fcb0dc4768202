// Finds the experiment that a plan continues, or makes a new one; reopens failed trials; scores
// again where only the suite's gold changed. Everything of a run that touches the store before the
// first request. One thread.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "cli/analysis/suites_at_hand.hpp"
#include "config/experiment_config.hpp"
#include "harness/runner/run_plan.hpp"
#include "harness/store/store_reader.hpp"
#include "harness/store/store_writer.hpp"

namespace kilter {

struct ExperimentRequest {
    ExperimentConfig config;
    std::vector<PlannedSuite> suites;
    std::string kind = "run";  // run, rerun, probe, isolate, sweep; goes on with its like only
    std::string parent;
    bool score = true;          // false: items without gold; trials are kept without a verdict
    bool always_new = false;    // --new, and every rerun
    bool capabilities = false;  // ask each engine what it supports before its first trial
    bool retry_errors = false;  // reopen failed trials of the newest equal experiment
};

struct ExperimentChoice {
    std::string id;
    bool created = false;
    bool complete = false;  // nothing is missing: nothing to send
    long long reopened = 0;
    long long failed = 0;  // stored so by earlier sessions, and not reopened
    SuitesAtHand suites;   // of the request, where `created`
};

std::size_t item_count(const ExperimentRequest& request);

// "20261129-120000-3f9a1c": creation time and the head of a digest over it, the process and the
// plan.
std::string new_experiment_id(const Clock& clock, const std::string& plan_digest);

// The suites as they are in memory, by what the store would hold of them.
SuitesAtHand suites_at_hand(const std::vector<PlannedSuite>& suites);

// Finds the experiment or makes one. An older one is not written to: take its lock first.
Result<ExperimentChoice> choose_experiment(StoreReader& reader, StoreWriter& writer,
                                           const ExperimentRequest& request, const Clock& clock);

// Under the lock: scores an older experiment by the suites as they are now, and what a crash left
// unscored; reopens failed trials where that was asked for. Updates the choice.
Result<void> prepare_experiment(StoreReader& reader, StoreWriter& writer,
                                const ExperimentRequest& request, ExperimentChoice& choice);

// Keys that were stored and attempts of those that are missing: what the runner starts from.
struct Remaining {
    std::set<TrialKey> stored;
    std::map<TrialKey, int> attempts;
};
Result<Remaining> remaining_of(StoreReader& reader, const RunPlan& plan);

}  // namespace kilter
