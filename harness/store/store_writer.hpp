// The one writing connection of a store: opens or creates the file, migrates it, and writes rows and
// content-addressed blobs. Every function is one transaction unless between begin() and commit().
// One thread at a time; the runner reaches it through AsyncStore.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "harness/store/rows.hpp"

namespace kilter {

class StoreWriter {
  public:
    // Creates the file where it is missing. Errors say what to do: not a kilter store, made by a newer
    // version, folder missing, read-only.
    static Result<std::unique_ptr<StoreWriter>> open(const std::filesystem::path& path);
    virtual ~StoreWriter() = default;

    virtual Result<void> add_experiment(const ExperimentRow& row) = 0;
    // What is empty in the row leaves what is stored; the first start's fingerprint stays for good.
    virtual Result<void> set_engine(const std::string& experiment, const EngineRow& row) = 0;
    virtual Result<void> add_attempt(const AttemptRow& row) = 0;
    // Once its outcome is final. A second row of the same key is an error (never written twice), and
    // so are other request bytes than those of the item's earlier runs on that engine.
    virtual Result<void> add_trial(const TrialRow& row) = 0;
    // run --retry-errors: removes the trial row (attempts stay), so that it is missing again.
    virtual Result<void> reopen_trial(const TrialKey& key) = 0;
    // Replaces the verdict of the same key.
    virtual Result<void> put_verdict(const VerdictRow& row) = 0;
    // A new suite text (same prompts digest) for `score`.
    virtual Result<void> set_suite(const std::string& experiment, const SuiteSelection& suite) = 0;

    // Gates that were edited since: nothing else of a plan may differ from what was measured.
    virtual Result<void> set_plan(const std::string& experiment, const std::string& plan_json,
                                  const std::string& config_text) = 0;

    // Nothing happens where the same question was answered already: the first answer stands.
    virtual Result<void> put_judgement(const JudgementRow& row) = 0;
    virtual Result<void> set_judge(const std::string& experiment, const ExperimentJudge& judge) = 0;
    // Replaces the fields of this suite that count as judged.
    virtual Result<void> set_judged_fields(const std::string& experiment, const std::string& suite,
                                           const JudgedFields& fields) = 0;

    virtual Result<void> begin() = 0;
    virtual Result<void> commit() = 0;
    virtual void rollback() = 0;
};

}  // namespace kilter
