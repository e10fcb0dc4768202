// The stability of one board row beyond its headline numbers: what fewer runs would have shown,
// every unstable item, where and in which pattern runs part, votes by field. Plain data; filled by
// the builder of engine_summary.hpp. Definitions: docs/metrics.md. Any thread.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scorers/stability/cluster_measures.hpp"
#include "scorers/stability/divergence.hpp"
#include "scorers/stability/field_votes.hpp"
#include "scorers/stability/partings.hpp"

namespace kilter {

struct Rate {
    long long count = 0, of = 0;
};

struct SpeedFacts {  // of one trial
    Usage usage;
    Timings timings;
};

// What k of the runs of each item show on average, over all choices of k (exact, no sampling).
// Makes rows of different K comparable: read both at the smaller one.
struct UnstableAt {
    int k = 0;
    double items = 0;     // expected unstable items
    long long of = 0;     // measurable items with at least k valid runs
    double distinct = 0;  // mean number of different outputs an item; of 0: 0
};

struct UnstableItem {
    std::string item;
    std::vector<int> sizes;  // of the clusters at level full, descending
    std::string variants;    // letter of each valid run in the order of k: "A A B"
    double disagreement = 0;
    ClusterMeasures measures;  // at level full
    RunPattern pattern = RunPattern::others;
    Divergence divergence;  // equal: only absent, null and "" differ
    std::optional<RelativePosition> relative;
    bool value_flip = false;
    std::vector<std::string> fields;  // paths of the fields with two values or more
    std::optional<long long> prompt_tokens;
};

// Is the first request of an item apart from the rest? Evidence, never a cause.
struct FirstRunEvidence {
    long long items = 0;  // pattern first_differs
    long long of = 0;     // unstable items with all K runs valid; 0 where K < 3 or order unknown
    long long cold = 0;   // of `items`: run 0 took fewer cached tokens than every other run
    std::optional<double> p_value;  // P(at least so many of `of`), each with chance 1/K; of 0: null
    // More than one in K of them, and either p < .05 or all of `items` are cold.
    bool hint = false;
};

// Runs against the tokens they took from a prefix cache, over measurable items with one most
// frequent output.
struct CacheTable {
    struct Row {
        long long runs = 0, deviating = 0;  // deviating: not the item's most frequent output
    };
    Row not_told, none, some;  // cached tokens not told; 0; more
    long long items = 0;       // that entered
    long long tied_items = 0;  // left out: no most frequent output
    // Pairs of runs of one item (ties too) with equal and with different cached tokens: `count`
    // gave different outputs. Items where some run tells them; not told counts as 0 there.
    Rate same_cached_pairs, other_cached_pairs;
};

struct MedianTokens {
    std::optional<double> median;  // null: no such item tells its prompt tokens
    long long items = 0;           // that tell them
};

struct FieldStability {
    std::string field;
    Rate unstable;                   // two values or more, of measurable, scored items that have it
    std::vector<std::string> items;  // the unstable ones
    // Of the same items, for K >= 3: no strict majority for this field; a decided value that has
    // less than the full score.
    long long undecided = 0, errors = 0;
};

struct StabilityDetail {
    std::vector<UnstableAt> unstable_at;  // k = 2..K, ascending
    std::vector<UnstableItem> unstable_items;
    std::array<long long, 6> patterns{};  // index = RunPattern; measurable items
    FirstRunEvidence first_run;
    CacheTable cache;
    std::vector<std::string> other_finish;  // one text twice, with two finish reasons
    std::vector<std::string>
        equal_censored;  // one text, and every run was cut: agree up to the cut
    MedianTokens prompt_tokens_stable, prompt_tokens_unstable;
    std::vector<FieldStability> by_field;  // most unstable first, then by path
    Rate tar_raw,
        tar_answer;  // TARr@K, TARa@K: one content / one value, of items with K valid runs
};

// What is right: an answer with all attainable points of its item.
inline constexpr std::string_view k_pass_mark = "all attainable points";
inline constexpr std::array<double, 3> k_g_pass_shares = {0.5, 0.75, 1.0};

struct VoteDetail {
    // Sum over decided items of the winner's points less the mean of the runs that voted; below 0
    // where the vote hides right runs. null: no decision, or K < 3.
    std::optional<double> gain;
    long long gain_items = 0, loss_items = 0;   // decided items with a gain above, below 0
    std::vector<std::string> right_some_wrong;  // majority right, some run wrong
    // Drill-down: the plurality (unique largest value) instead of the strict majority.
    long long plurality_decided = 0;
    std::optional<double> plurality_points;     // K < 3: null
    std::vector<std::string> composite_unseen;  // items whose field votes make a record no run gave
    // Field votes without a strict majority, of all field votes of measurable, scored items; K
    // >= 3.
    long long undecided_fields = 0, fields = 0;
    // Over items with K valid, scored runs; index k - 1. Empty: no such item.
    std::vector<double> pass_at, pass_hat;
    std::array<std::optional<double>, 3> g_pass;  // at k = K, index as k_g_pass_shares
    long long pass_items = 0;
};

}  // namespace kilter
