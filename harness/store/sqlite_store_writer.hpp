// The SQLite behind StoreWriter; its parts stand in store_writer.cpp (experiments, groups),
// trial_writer.cpp (attempts, trials, verdicts) and judgement_rows.cpp. One thread at a time.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/store/known_rows.hpp"
#include "harness/store/row_ids.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store_writer.hpp"

namespace kilter {

class SqliteStoreWriter final : public StoreWriter {
  public:
    explicit SqliteStoreWriter(sqlite::Database database) : database_(std::move(database)) {}

    Result<void> add_experiment(const ExperimentRow& row) override;
    Result<void> set_engine(const std::string& experiment, const EngineRow& row) override;
    Result<void> add_attempt(const AttemptRow& row) override;
    Result<void> add_trial(const TrialRow& row) override;
    Result<void> reopen_trial(const TrialKey& key) override;
    Result<void> put_verdict(const VerdictRow& row) override;
    Result<void> set_suite(const std::string& experiment, const SuiteSelection& suite) override;
    Result<void> set_plan(const std::string& experiment, const std::string& plan_json,
                          const std::string& config_text) override;

    Result<void> put_judgement(const JudgementRow& row) override;
    Result<void> set_judge(const std::string& experiment, const ExperimentJudge& judge) override;
    Result<void> set_judged_fields(const std::string& experiment, const std::string& suite,
                                   const JudgedFields& fields) override;

    Result<void> begin() override;
    Result<void> commit() override;
    void rollback() override {
        group_.reset();
        forget();
    }

  private:
    // One step: a transaction of its own, or a savepoint of the open group.
    template <class Step>
    Result<void> atomically(const Step& step) {
        if (group_ && !database_.in_transaction()) return lost_group();
        Result<sqlite::Transaction> transaction = sqlite::Transaction::begin(database_);
        if (!transaction) return transaction.error();
        Result<void> done = step();
        if (done) done = transaction->commit();
        if (!done) forget();
        return done;
    }

    // The same without a savepoint, which costs copies of all the pages that the step writes to.
    // For steps with one statement that counts, their last: what a failure leaves behind in an open
    // group are blobs that no row names.
    template <class Step>
    Result<void> in_group(const Step& step) {
        if (!group_) return atomically(step);
        if (!database_.in_transaction()) return lost_group();
        const Result<void> done = step();
        if (!done) forget();
        return done;
    }

    // After rows were taken back, their ids mean nothing.
    void forget() {
        ids_.clear();
        known_.clear();
        newest_ = {};
    }

    static Error lost_group() {
        return fail("the store could not keep the last rows: SQLite had to undo them");
    }

    Result<std::string> put_suite_text(const SuiteSelection& suite);
    Result<void> insert_suite(long long experiment, int position, const SuiteSelection& suite);
    Result<void> upsert_engine(long long experiment, const EngineRow& row);
    Result<void> add_load(long long experiment, const EngineRow& row);
    Result<void> insert_attempt(const AttemptRow& row);
    Result<void> check_new_trial(const TrialRow& row, CellIds ids);
    Result<void> insert_trial(const TrialRow& row);
    Result<bool> is_stored(CellIds ids, int k);
    static Error stored_already(const TrialKey& key);
    Result<std::string> put_text(const ChannelText& channel, const std::string& known);
    Result<void> put_likely_blob(std::string_view bytes, std::string_view sha256);
    Result<void> insert_tool_calls(long long trial, const std::vector<ToolCall>& calls);
    Result<long long> trial_id(const TrialKey& key);

    struct KnownTrial {
        TrialKey key;
        long long id = 0;  // 0: none
    };

    sqlite::Database database_;
    CellIdCache ids_;
    KnownRows known_;
    KnownTrial newest_;                         // the trial that was added last
    std::optional<sqlite::Transaction> group_;  // between begin() and commit()
};

}  // namespace kilter
