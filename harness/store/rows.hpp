// The rows of the store as plain data: strings and numbers, no behaviour, no SQLite. A verdict row is
// data here; what it means is known to scorers/. Any thread.
#pragma once

#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/wire/completion.hpp"
#include "suites/suite.hpp"

namespace kilter {

struct TrialKey {
    std::string experiment, engine, suite, item;
    int k = 0;  // 0-based run
    friend auto operator<=>(const TrialKey&, const TrialKey&) = default;
};

struct SuiteSelection {
    std::string suite;
    std::string prompts_digest;
    std::string scoring_digest;       // of the suite as it was when the experiment began
    std::string suite_json;           // suite_to_json(); kept as a blob
    // Written: in place of suite_json, with its stamp. Read: the stamp's sha256 only.
    std::shared_ptr<const Suite> whole;
    SuiteStamp stamp;
    std::vector<std::string> items;   // the chosen ids, in the suite's order
};

// Of this suite, without its text and with no item chosen.
inline SuiteSelection selection_of(const Suite& suite) {
    SuiteSelection selection;
    selection.suite = suite.name;
    selection.prompts_digest = suite.prompts_digest;
    selection.scoring_digest = suite.scoring_digest;
    return selection;
}

// How many requests an engine said it was running, as often as it was asked.
struct LoadRow {
    long long samples = 0;
    long long running_min = 0, running_max = 0;  // undefined without samples
    std::optional<long long> waiting_max;        // nullopt: never told
};

struct EngineRow {
    std::string engine;
    int position = 0;       // order in the config
    std::string dialect;    // as resolved at the last start; empty: never reached
    std::string settings_json;     // the engine's part of the plan, with its notes
    std::string fingerprint_start; // JSON; empty: not asked
    std::string fingerprint_end;
    LoadRow load;  // written: of this session; read: of all sessions together
};

struct ExperimentRow {
    std::string id;          // e.g. "20261129-120000-3f9a"
    std::string created_at;  // ISO 8601, UTC
    std::string kind;        // run, rerun, import, isolate; probe, sweep: over prompts of their own
    std::string parent;      // experiment it was chosen from (rerun); empty otherwise
    std::string plan_digest;
    std::string plan_json;   // plan_to_json(); empty for imports
    std::string config_text; // the config before expansion of variables
    int runs = 0;            // K
    std::vector<SuiteSelection> suites;
    std::vector<EngineRow> engines;
};

struct AttemptRow {
    TrialKey key;
    int number = 0;          // 1-based within the trial; counts on over sessions
    std::string started_at;  // ISO 8601, UTC
    Outcome outcome = Outcome::transport_error;
    std::string error;
    int http_status = 0;
    std::string body;             // raw, secrets replaced; kept as a blob with its SHA
    std::string body_sha256;      // of body; empty: not taken yet
    std::string request_body;     // salt zeroed; kept as a blob once per distinct SHA
    std::string request_sha256;
    std::string wire_sha256;      // of what was sent
    std::string server_header;
    long new_connections = 0;
    double total_ms = 0;
};

struct TrialRow {
    TrialKey key;
    Outcome outcome = Outcome::interrupted;
    Completion completion;
    std::string reasoning_sha256, content_sha256;  // text_sha256(); empty: not taken yet
    std::string request_sha256;
    std::string body_sha256;  // of the scored attempt's raw body; empty for imports
    std::string error;        // of a failed trial
    int attempts = 0;
};

struct VerdictRow {
    TrialKey key;
    std::string scoring_digest;
    std::string scorer_version;
    std::string parse_status;
    double points = 0;
    double max_points = 0;
    double attainable = 0;
    std::string norm_sha256;     // of the normalised content
    std::string value_record;    // canonical JSON of the declared fields, or "unparsed"
    std::string outcome_record;  // per field class and score
    std::string fields_json;     // per field: raw, canonical, gold, class, score, flags
    std::string loops_json;      // findings, an array
    std::string flags;           // comma separated
};

// What a judge once said. It belongs to the store, not to an experiment: the same question is asked
// of the same judge once, ever.
struct JudgementRow {
    std::string sha256;      // of the judge, its prompt, the question, the gold and the answer
    std::string judge;       // digest of the judge's settings
    std::string model;       // as the judge names itself
    std::string verdict;     // right, wrong
    std::string reason;
    std::string reply;       // raw body, secrets replaced; kept as a blob
    std::string created_at;  // ISO 8601, UTC
};

// Field paths by item: fields that count as judged, for every engine alike.
using JudgedFields = std::map<std::string, std::set<std::string>>;

// The judge by which the judged fields of an experiment are scored.
struct ExperimentJudge {
    std::string digest;
    std::string judge_json;  // its settings, without its key
};

}  // namespace kilter
