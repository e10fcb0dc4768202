// One item under two conditions, A and B: the runs of both clustered together, and the verdict that
// follows from the clusters. Says that outputs differ, never why. What it needs of a run are hashes
// and verdict records; where the texts part is found by who can load them. Pure, any thread.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scorers/stability/item_analysis.hpp"
#include "scorers/statistics/excess.hpp"

namespace kilter {

enum class DiffVerdict {
    identical,          // one output each, the same one
    steady_different,   // one output each, two different ones
    noisy_overlapping,  // a side has several outputs; some output came from both
    noisy_disjoint,     // a side has several outputs; none came from both
};
std::string_view to_word(DiffVerdict verdict);
inline constexpr DiffVerdict k_diff_verdicts[] = {
    DiffVerdict::identical, DiffVerdict::steady_different, DiffVerdict::noisy_overlapping,
    DiffVerdict::noisy_disjoint};

// One side's runs of the item, at one level.
struct DiffSide {
    int planned = 0, valid = 0, failed = 0, missing = 0;  // missing: not stored yet
    int unscored = 0;                                     // of the valid ones
    std::vector<int> sizes;                               // of its clusters, descending
    bool modal_tie = false;                               // no output is the most frequent one
    int modal_k = 0;  // lowest run of the largest cluster; undefined without valid runs
    std::optional<double> points;  // mean over the K runs; nullopt: not complete
    bool right = false;            // complete, and every run has all attainable points
    bool unstable() const { return sizes.size() >= 2; }
    bool complete() const { return valid == planned && unscored == 0; }
};

// Where the most frequent outputs of the two sides part.
struct DiffParting {
    Divergence at;
    std::optional<std::size_t> token_index;  // where both sides' bodies list their tokens
    std::string token_source;                // "token_ids", "logprobs"
    // From the texts' lengths, where the tokens themselves are not known; see estimate_token().
    std::optional<double> token_estimate;
};

struct ItemComparison {
    std::string suite, item;
    // nullopt: a side has no valid run.
    std::optional<DiffVerdict> verdict;
    DiffSide a, b;
    JointClusters joint;           // by the order in which the outputs came up, A's runs first
    int shared = 0;                // outputs that both sides gave
    std::optional<double> excess;  // E
    std::array<bool, 6> identical_at{};  // by Level: one output in all runs of both sides
    bool other_finish = false;           // identical, but two finish reasons
    double attainable = 0;
    std::optional<DiffParting> parting;  // of items that differ
    bool differs() const { return verdict && *verdict != DiffVerdict::identical; }
    // Both sides have all their runs, valid and scored.
    bool complete() const { return a.complete() && b.complete(); }
};

struct ComparedRuns {
    const ItemAnalysis* analysis = nullptr;
    const std::vector<RunView>* runs = nullptr;  // stored ones, by k
};

// Suite and parting are left to the caller.
ItemComparison compare_item(const ComparedRuns& a, const ComparedRuns& b, Level level);

// Index of the token that begins near a position, from how many tokens the two outputs took and how
// long they are (code points of all channels): position x tokens / length, both outputs together.
// `position`: code points before it, over the channels in their order. nullopt where no output
// tells its tokens or none has text.
struct OutputLength {
    std::size_t code_points = 0;
    std::optional<long long> tokens;
};
std::optional<double> estimate_token(std::size_t position, const OutputLength& a,
                                     const OutputLength& b);

}  // namespace kilter
