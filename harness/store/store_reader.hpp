// The reading connection of a store (read-only, any number beside one writer). Streams: nothing
// here loads all bodies at once. One thread per reader.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "harness/store/rows.hpp"

namespace kilter {

struct TrialCounts {
    long long planned = 0, stored = 0, failed = 0;
};

// A trial without its texts, with its verdict where it has one.
struct TrialSummary {
    TrialKey key;
    Outcome outcome = Outcome::interrupted;
    TextState reasoning_state = TextState::absent;
    TextState content_state = TextState::absent;
    std::string reasoning_sha256, content_sha256,
        tool_calls_sha256;  // empty where there is no text
    std::string request_sha256, body_sha256;
    std::string finish_reason, error, system_fingerprint, response_id;
    std::string model;                 // as the engine names it
    std::string server_header;         // of the last attempt; empty: none, or imported
    std::string started_at;            // likewise; ISO 8601, UTC
    std::optional<long long> created;  // as the engine tells it, Unix seconds
    Usage usage;
    Timings timings;
    std::vector<std::string> flags;
    int attempts = 0;
    std::optional<VerdictRow> verdict;
};

class StoreReader {
  public:
    static Result<std::unique_ptr<StoreReader>> open(const std::filesystem::path& path);
    virtual ~StoreReader() = default;

    // In row order, oldest first; without suite texts (suite_json empty).
    virtual Result<std::vector<ExperimentRow>> experiments() = 0;
    virtual Result<ExperimentRow> experiment(std::string_view id) = 0;  // with suite texts
    // Without suite texts and chosen items; blob() has a text by its stamp.
    virtual Result<ExperimentRow> outline(std::string_view id) = 0;
    virtual Result<TrialCounts> counts(std::string_view experiment) = 0;

    // Keys (engine, suite, item, k) of stored trials: what resume subtracts from the plan.
    virtual Result<std::set<TrialKey>> stored_keys(std::string_view experiment) = 0;
    // How many attempts a key has had, over all sessions.
    virtual Result<int> attempts_of(const TrialKey& key) = 0;
    // The same of all keys that were tried and have no trial.
    virtual Result<std::map<TrialKey, int>> open_attempts(std::string_view experiment) = 0;

    // Calls `each` once per item of the suite in the experiment's item order, with the trials of
    // that engine and item ordered by k. An error from `each` ends the walk.
    using OnItem =
        std::function<Result<void>(const std::string& item, std::vector<TrialSummary>& trials)>;
    virtual Result<void> for_each_item(std::string_view experiment, std::string_view engine,
                                       std::string_view suite, const OnItem& each) = 0;

    // The trials of one item, by k; none where nothing is stored.
    virtual Result<std::vector<TrialSummary>> item_trials(std::string_view experiment,
                                                          std::string_view engine,
                                                          std::string_view suite,
                                                          std::string_view item) = 0;

    // The texts of one trial, as stored.
    virtual Result<Completion> completion(const TrialKey& key) = 0;
    virtual Result<std::vector<AttemptRow>> attempts(const TrialKey& key, bool with_bodies) = 0;
    // nullopt: this question was never answered.
    virtual Result<std::optional<JudgementRow>> judgement(std::string_view sha256) = 0;
    virtual Result<std::optional<ExperimentJudge>> judge_of(std::string_view experiment) = 0;
    // Fields of the suite that count as judged.
    virtual Result<JudgedFields> judged_fields(std::string_view experiment,
                                               std::string_view suite) = 0;
    virtual Result<std::string> blob(std::string_view sha256) = 0;
};

// EXPERIMENT on the command line: an id, a unique prefix, or "latest" (by row order): the newest of
// this kind, without one the newest over a suite (no probe, no sweep). An ambiguous word is an
// error that lists the readings; an empty store says how to fill it.
Result<std::string> resolve_experiment(StoreReader& reader, std::string_view word,
                                       std::string_view kind = {});

}  // namespace kilter
