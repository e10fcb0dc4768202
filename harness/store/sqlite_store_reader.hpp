// The SQLite behind StoreReader; its parts stand in store_reader.cpp (experiments),
// trial_reader.cpp (trials and attempts) and judgement_rows.cpp. One thread per reader.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/store/blobs.hpp"
#include "harness/store/row_ids.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store_reader.hpp"

namespace kilter {

class SqliteStoreReader final : public StoreReader {
  public:
    explicit SqliteStoreReader(sqlite::Database database) : database_(std::move(database)) {}

    Result<std::vector<ExperimentRow>> experiments() override;
    Result<ExperimentRow> experiment(std::string_view id) override {
        return read_experiment(id, {true, true});
    }
    Result<ExperimentRow> outline(std::string_view id) override {
        return read_experiment(id, {false, false});
    }
    Result<TrialCounts> counts(std::string_view experiment) override;
    Result<std::set<TrialKey>> stored_keys(std::string_view experiment) override;
    Result<int> attempts_of(const TrialKey& key) override;
    Result<std::map<TrialKey, int>> open_attempts(std::string_view experiment) override;
    Result<void> for_each_item(std::string_view experiment, std::string_view engine,
                               std::string_view suite, const OnItem& each) override;
    Result<std::vector<TrialSummary>> item_trials(std::string_view experiment,
                                                  std::string_view engine, std::string_view suite,
                                                  std::string_view item) override;
    Result<Completion> completion(const TrialKey& key) override;
    Result<std::vector<AttemptRow>> attempts(const TrialKey& key, bool with_bodies) override;
    Result<std::optional<JudgementRow>> judgement(std::string_view sha256) override;
    Result<std::optional<ExperimentJudge>> judge_of(std::string_view experiment) override;
    Result<JudgedFields> judged_fields(std::string_view experiment,
                                       std::string_view suite) override;
    Result<std::string> blob(std::string_view sha256) override {
        return get_blob(database_, sha256);
    }

  private:
    // What is read of an experiment's suites.
    struct SuiteParts {
        bool texts = false, items = false;
    };

    Result<ExperimentRow> read_experiment(std::string_view id, SuiteParts parts);
    Result<void> add_parts(long long seq, SuiteParts parts, ExperimentRow& row);
    Result<void> add_suites(long long seq, SuiteParts parts, ExperimentRow& row);
    Result<void> add_items(long long suite, SuiteSelection& selection);
    Result<std::vector<TrialSummary>> trials_of(long long engine, long long item, TrialKey key);
    Result<ChannelText> channel(const std::string& state, const std::string& sha256);
    Result<std::vector<ToolCall>> tool_calls(long long trial);

    sqlite::Database database_;
    CellIdCache ids_;
};

}  // namespace kilter
