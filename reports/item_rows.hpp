// What reports tell of every item and run beside the board, without texts: one row per engine and
// item. Filled by cli/analysis; the CSV, JUnit, GitHub and HTML reports read it. Plain data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/wire/completion.hpp"
#include "scorers/stability/divergence.hpp"

namespace kilter {

struct RunRow {
    int k = 0;
    Outcome outcome = Outcome::interrupted;
    std::string error, finish_reason, parse_status;  // empty: none
    std::string variant, value_variant;              // letters; empty: the run failed
    std::optional<double> points;                    // nullopt: not scored
    std::string loop;                                // the strongest finding's verdict; empty: none
    std::string content_sha256, reasoning_sha256, request_sha256, body_sha256;
    Usage usage;
    Timings timings;
    int attempts = 0;
    bool failed() const { return is_failed(outcome); }
};

// harmful: wrong, and some run was right.
enum class RowVote { none, right, wrong, harmful, undecided };
std::string_view to_word(RowVote vote);

struct ItemRow {
    std::string engine, experiment, suite, item;
    int planned = 0;  // K
    double max_points = 0, attainable = 0;
    bool measurable = false, unstable = false, value_flip = false, stable_failed = false;
    RowVote vote = RowVote::none;  // none: K has no vote, or nothing was scored
    Divergence divergence;
    std::optional<double> disagreement;  // nullopt: fewer than two valid runs
    std::vector<RunRow> runs;            // stored ones, by k
    std::optional<int> block;            // of the HTML page; nullopt: its texts were left out

    int failed() const;
    bool right() const;            // every planned run has all attainable points
    std::string variants() const;  // "A A B"; failed: "-"; missing: "."
};

}  // namespace kilter
