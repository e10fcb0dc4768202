// How many runs and items a question needs, and what given numbers of them can see: the figures
// behind `kilter plan`. Only arithmetic on detection.hpp, fisher.hpp and sample_size.hpp; the words
// are in reports/plan_report.hpp. An undefined number is nullopt. Pure, any thread.
#pragma once

#include <optional>
#include <vector>

#include "base/result.hpp"
#include "scorers/statistics/intervals.hpp"

namespace kilter {

struct RatePair {
    double a = 0, b = 0;
};

struct SizeQuestion {
    std::optional<double> rate;       // of an event per run, or of an item's rarer output
    std::optional<RatePair> compare;  // two rates over items
    std::optional<double> power;      // nullopt: k_power_to_see, for comparisons k_power_to_compare
    std::optional<long long> runs;    // K
    std::optional<long long> items;
};

inline constexpr double k_power_to_see = 0.95;
inline constexpr double k_power_to_compare = 0.8;
inline constexpr double k_smallest_rate = 1e-6;
inline constexpr long long k_most_items = 100000;

// Two-output items whose rarer output takes the asked rate, at K runs each.
struct RunsRow {
    long long k = 0;
    std::optional<double> power;           // one such item is seen to differ
    std::optional<long long> items;        // of such items for at least one to be seen
    std::optional<double> seen_among;      // at least one of SizeQuestion::items such items is
    std::optional<double> smallest_share;  // that one item at K shows with the asked power
};

struct RatePlan {
    double rate = 0, power = 0;
    long long runs_to_see = 0;                // of an event with this rate, at least once
    std::optional<long long> runs_to_differ;  // of one item; nullopt for a rate above one half
    std::vector<RunsRow> by_runs;             // the usual K, the asked one and the needed one
};

struct ShareRow {
    double share = 0;    // of the rarer output
    double power = 0;    // at the asked K
    long long runs = 0;  // of one item, for the asked power
};

struct RunsPlan {
    long long k = 0;
    double power = 0;
    std::optional<double> smallest_share;  // nullopt: not even two equally common outputs
    std::vector<ShareRow> by_share;
};

struct ItemsPlan {
    long long items = 0;
    double power = 0;
    double zero_upper95 = 0;               // Wilson, as on the board
    std::optional<long long> fewest_hits;  // that differ from 0 of n by Fisher's test at 5 %
    std::optional<double> fewest_hits_p;
    std::optional<double> smallest_rate;  // seen against a true 0 with this power
};

struct PowerRow {
    long long items = 0;  // per arm
    double power = 0;     // of Fisher's test, exact
};

struct ComparePlan {
    RatePair rates;
    double power = 0;
    std::optional<long long> fisher_per_arm;  // nullopt: beyond k_exact_search_limit
    long long formula_per_arm = 0;            // pooled variance, rounded up
    std::vector<PowerRow> by_items;
    std::optional<PowerRow> asked;        // at SizeQuestion::items
    std::optional<double> smallest_rate;  // above the smaller rate, shown at these items
};

struct SizePlan {
    SizeQuestion question;
    std::optional<RatePlan> rate;
    std::optional<RunsPlan> runs;
    std::optional<ItemsPlan> items;
    std::optional<ComparePlan> compare;
};

// The error says what the question lacks or what is out of range.
Result<SizePlan> size_plan(const SizeQuestion& question);

}  // namespace kilter
