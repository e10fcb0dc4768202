// The numbers of one board row (engine x suite), gathered item by item; memory does not grow with
// the number of runs. Definitions: docs/metrics.md. Pure, one thread per accumulator.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scorers/stability/item_analysis.hpp"
#include "scorers/statistics/intervals.hpp"
#include "scorers/summary/detail_builder.hpp"
#include "scorers/summary/stability_detail.hpp"

namespace kilter {

// Bands of positions in code points: [0, 8), [8, 64), [64, 512), [512, 4096), 4096 and on.
inline constexpr std::array<std::size_t, 4> k_position_bands = {8, 64, 512, 4096};

struct DivergenceSummary {
    long long items = 0, at_start = 0, absent = 0;
    long long drift = 0;                      // items with a position that is not at_start
    long long mismatch = 0, prefix = 0;       // items of that kind
    std::optional<double> median_code_point;  // over items with a position (absent ones have none)
    std::optional<double> median_relative;    // of the shares of the reference run's text
    long long reference_ends = 0;             // items whose reference run ends at the position
    // Runs that part from their item's reference run in this channel, by band; absent ones apart.
    std::array<long long, 5> runs_by_band{};
    long long runs_absent = 0;
};

struct EngineSummary {
    int items = 0, runs = 0;
    long long planned = 0, stored = 0, missing = 0, failed = 0;
    long long unscored = 0;  // valid trials without a verdict
    std::map<std::string, long long> outcomes;

    // By k; null: a run with missing or unscored trials.
    std::vector<std::optional<double>> points_per_run;
    std::optional<double> points_mean, points_min, points_max;  // over the runs that are not null
    std::optional<double> answered_only;  // attainable x points over attainable of scored trials
    double attainable = 0, max_points = 0;
    std::optional<Interval> points_ci95;

    long long unstable = 0, measurable = 0, short_items = 0, unmeasurable = 0;  // level full
    std::optional<Interval> unstable_ci95;
    std::array<long long, 6> unstable_by_level{};  // index = Level
    std::vector<std::string> unstable_items;
    Rate value_flips;
    std::vector<std::string> value_flip_items;
    std::optional<double> disagreement;           // mean over measurable items
    std::array<DivergenceSummary, 3> divergence;  // index = Channel

    long long majority_of = 0, majority_decided = 0;  // of 0: K < 3, the vote is not shown
    double majority_points = 0;
    // What the vote earns. nullopt: no vote, or nothing is decided while trials are missing or not
    // scored, so that the 0 would be of what was not seen.
    std::optional<double> vote_points() const {
        const bool open = majority_decided == 0 && missing + unscored > 0;
        return majority_of == 0 || open ? std::nullopt : std::optional<double>(majority_points);
    }
    std::vector<std::string> majority_errors, majority_harmful, no_decision;
    std::array<long long, 7> partition{};    // index = Partition
    std::vector<std::string> stable_failed;  // one text, no points, in all runs

    Rate loops;  // looped runs of valid runs
    std::vector<std::string> loop_items, loop_items_all_runs;
    long long recovered_runs = 0;
    // Runs without a loop that only look like one: data or a list that ended, nothing new at a cut
    // end. Information.
    long long repetitive_runs = 0, suspect_runs = 0;
    // Estimated tokens burned by loops, over the looped runs whose engine tells its tokens
    // (loop_runs_told of loops.count); nullopt: there are looped runs and none tells.
    std::optional<double> loop_tokens_wasted;
    long long loop_runs_told = 0;

    std::optional<double> pass_at_k, pass_hat_k;  // k = K, over items with K valid runs
    std::optional<double> output_tok_per_s;       // sum of completion tokens / sum of total time
    std::optional<double> first_token_ms_p50;
    long long first_token_runs = 0;  // valid runs behind the median
    bool cache_affected = false;     // runs of an item took different shares from a prefix cache
    double power_minority_share = 0.1;
    double detection_power = 0;
    StabilityDetail stability;
    VoteDetail voting;
    std::vector<std::string> warnings;  // why a number is null, and what else to know
};

class SummaryBuilder {
  public:
    // K, at least 1. `in_order`: run 0 of an item was asked before its other runs.
    explicit SummaryBuilder(int runs, bool in_order = true);
    // `speeds` stands beside `runs`, index by index; one that is missing is not counted.
    void add(const ItemAnalysis& item, const std::vector<RunView>& runs,
             const std::vector<SpeedFacts>& speeds);
    EngineSummary finish();

  private:
    EngineSummary sum_;
    DetailBuilder detail_;
    std::vector<double> losses_;                         // per item, for the interval
    std::vector<std::optional<double>> run_sums_;        // index k
    std::array<std::vector<std::size_t>, 3> positions_;  // index = Channel; code points
    std::array<std::vector<double>, 3> shares_;          // index = Channel; relative positions
    double scored_points_ = 0, scored_attainable_ = 0;
    double disagreement_sum_ = 0;
    double tokens_ = 0, seconds_ = 0;
    std::vector<double> first_tokens_;  // milliseconds
    long long no_points_items_ = 0;     // attainable 0
    double loop_tokens_ = 0;
    long long cache_items_ = 0;  // runs with different cached token counts

    void add_points(const ItemAnalysis& item, const std::vector<RunView>& runs);
    void add_stability(const ItemAnalysis& item);
    void add_divergence(const ItemAnalysis& item);
    void add_partings(const Partings& partings);
    void add_vote(const ItemAnalysis& item);
    void add_loops(const ItemAnalysis& item);
    void add_speed(const std::vector<RunView>& runs, const std::vector<SpeedFacts>& speeds);
    void finish_points();
    void finish_rates();
    void warn_of_points();
    void warn_of_stability();
    void warn_of_speed();
    void warn(std::string_view key, std::string reason);
};

}  // namespace kilter
