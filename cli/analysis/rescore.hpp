// Scores stored completions again, by the stored suites or by edited ones with the same prompts,
// and says which verdicts changed. No engine is asked. One thread.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "harness/store/store_reader.hpp"
#include "harness/store/store_writer.hpp"

namespace kilter {

struct ChangedVerdict {
    TrialKey key;
    double points_before = 0, points_after = 0;
    bool value_changed = false;  // another canonical record
    bool was_unscored = false;
};

struct Rescored {
    long long trials = 0;  // scored
    std::vector<ChangedVerdict> changed;
};

// `edited`: suites that replace the stored ones; an error where their prompts digest differs, or
// where the experiment has no suite of that name.
Result<Rescored> rescore(StoreReader& reader, StoreWriter& writer, const std::string& experiment,
                         const std::vector<SuiteSelection>& edited);

// Only trials without a verdict: those that a crash left between the trial's row and its verdict.
Result<Rescored> score_unscored(StoreReader& reader, StoreWriter& writer,
                                const std::string& experiment);

}  // namespace kilter
