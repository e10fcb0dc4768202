// What a board shows, as plain data: one row per engine x suite, totals where there is more than
// one suite, gates. Filled by cli/analysis; every board_* file turns it into one format. Any
// thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/remedy_model.hpp"
#include "scorers/evidence/evidence.hpp"
#include "scorers/evidence/fingerprints.hpp"
#include "scorers/gates/gates.hpp"
#include "scorers/summary/accuracy.hpp"
#include "scorers/summary/engine_summary.hpp"

namespace kilter {

struct Condition {
    int concurrency = 1;
    std::string order, cache;
    bool stream = true;
    long long max_tokens = 0;
    std::optional<int> stop_loops;  // answers were cut at so many repeats; nullopt: never
};

struct SeenLoad {  // requests that the engine said it was running, all sessions of the experiment
    long long samples = 0;
    long long running_min = 0, running_max = 0;
    std::optional<long long> waiting_max;  // nullopt: never told
};

struct BoardRow {
    std::string engine, experiment, suite;
    std::string prompts_digest, scoring_digest, scorer_version;
    bool imported = false;         // answers made elsewhere: no condition of ours
    bool has_judge = false;        // the experiment has one, whether it was asked yet or not
    bool waits_for_judge = false;  // some answer holds what a judge has not judged
    Condition condition;
    EngineSummary summary;
    AccuracySummary accuracy;
    EvidenceSummary evidence;
    FingerprintSummary fingerprints;
    std::optional<SeenLoad> load;  // nullopt: the engine's metrics page was never read
    json::Value notes;             // declared in the config; null: none
};

struct BoardTotal {  // one per engine, over its suites
    std::string engine, experiment;
    std::optional<double> points;           // sum of points_mean; nullopt where a suite has none
    std::optional<double> majority_points;  // nullopt: K < 3, no vote
    double attainable = 0, max_points = 0;
    long long unstable = 0, unstable_of = 0;
};

enum class BoardSort { points, majority, unstable, engine, speed, clean, disagreement, loops };

struct Board {
    bool partial = false;  // some planned trial is missing
    BoardSort sorted_by = BoardSort::points;
    std::vector<BoardRow> rows;
    std::vector<BoardTotal> totals;  // empty with one suite
    std::vector<GateResult> gates;
    std::optional<Remedy> remedy;  // of a rerun: what its change did
};

// The words of --sort, in the order of BoardSort.
inline constexpr std::string_view k_board_sorts[] = {"points", "majority", "unstable",     "engine",
                                                     "speed",  "clean",    "disagreement", "loops"};
std::optional<BoardSort> board_sort_from(std::string_view word);
// Stable; best first (engine: by name).
void sort_board(Board& board, BoardSort by);

}  // namespace kilter
