// Scores stored completions again, by the stored suites or by edited ones with the same prompts,
// and says which verdicts changed. Neither engine nor judge is asked; stored judgements of the
// experiment's judge are used. Called by one thread; others help with the scoring, and the result
// does not depend on how many.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/analysis/ordered_work.hpp"
#include "harness/store/store_reader.hpp"
#include "harness/store/store_writer.hpp"

namespace kilter {

struct ChangedVerdict {
    TrialKey key;
    double points_before = 0, points_after = 0;
    bool value_changed = false;  // another canonical record
    bool was_unscored = false;
};

// What the judge of the experiment has read of it.
struct JudgedState {
    long long questions = 0;    // different ones, over all engines and runs
    long long without = 0;      // of these, without a judgement
    double points_waiting = 0;  // of each engine, out of the attainable ones
};

struct Rescored {
    long long trials = 0;  // scored
    std::vector<ChangedVerdict> changed;
    JudgedState judged;  // zeros where the experiment has no judge
};

// `edited`: suites that replace the stored ones; an error where their prompts digest differs, or
// where the experiment has no suite of that name. `jobs`: threads, this one included.
Result<Rescored> rescore(StoreReader& reader, StoreWriter& writer, const std::string& experiment,
                         const std::vector<SuiteSelection>& edited, int jobs = default_jobs());

// Only trials without a verdict: those that a crash left between the trial's row and its verdict.
Result<Rescored> score_unscored(StoreReader& reader, StoreWriter& writer,
                                const std::string& experiment);

// Only items with judged fields: by the judgements that are stored, all engines alike.
Result<Rescored> settle_judged(StoreReader& reader, StoreWriter& writer,
                               const std::string& experiment);

// Takes the judged fields out of every verdict, until they are settled again. Before more answers
// are fetched: should that be cut short, no engine is judged where another is not.
Result<void> set_judged_aside(StoreReader& reader, StoreWriter& writer,
                              const std::string& experiment);

}  // namespace kilter
