// The half of the builder that takes items in, one at a time.
#include <algorithm>
#include <functional>

#include "scorers/statistics/detection.hpp"
#include "scorers/statistics/repeated_success.hpp"
#include "scorers/summary/engine_summary.hpp"

namespace kilter {
namespace {

constexpr double k_points_slack = 1e-9;  // sums of weights

// Only an item whose K planned runs are all there shows that it is steady.
bool is_complete(const ItemAnalysis& item) {
    return item.valid == item.planned && item.planned >= 2 && item.unscored == 0;
}

bool has_no_points(const ItemAnalysis& item) {
    return std::all_of(item.points.begin(), item.points.end(),
                       [](const auto& points) { return points && *points <= k_points_slack; });
}

const Clusters& full(const ItemAnalysis& item) {
    return item.by_level[static_cast<std::size_t>(Level::full)];
}

}  // namespace

SummaryBuilder::SummaryBuilder(int runs, bool in_order) : detail_(std::max(runs, 1), in_order) {
    sum_.runs = std::max(runs, 1);
    run_sums_.assign(static_cast<std::size_t>(sum_.runs), 0.0);
    sum_.detection_power = detection_power(sum_.power_minority_share, sum_.runs);
}

void SummaryBuilder::add(const ItemAnalysis& item, const std::vector<RunView>& runs,
                         const std::vector<SpeedFacts>& speeds) {
    ++sum_.items;
    sum_.planned += sum_.runs;
    sum_.stored += item.stored;
    sum_.failed += item.failed;
    sum_.unscored += item.unscored;
    for (const RunView& run : runs) ++sum_.outcomes[std::string{to_word(run.outcome)}];
    add_points(item, runs);
    if (item.measurable()) {
        add_stability(item);
    } else {
        ++sum_.unmeasurable;
    }
    add_vote(item);
    detail_.add(item, runs, speeds);
    add_loops(item);
    add_speed(runs, speeds);
}

void SummaryBuilder::add_points(const ItemAnalysis& item, const std::vector<RunView>& runs) {
    sum_.attainable += item.attainable;
    sum_.max_points += item.max_points;
    if (item.attainable <= k_points_slack) ++no_points_items_;
    double total = 0;
    int counted = 0;
    for (std::size_t k = 0; k < run_sums_.size(); ++k) {
        const auto points = k < item.points.size() ? item.points[k] : std::nullopt;
        if (!points) {
            run_sums_[k].reset();
            continue;
        }
        if (run_sums_[k]) *run_sums_[k] += *points;
        total += *points;
        ++counted;
    }
    if (counted > 0) losses_.push_back(item.attainable - total / counted);
    for (const RunView& run : runs) {
        if (!run.valid() || !run.verdict) continue;
        scored_points_ += run.verdict->points;
        scored_attainable_ += item.attainable;
    }
}

void SummaryBuilder::add_stability(const ItemAnalysis& item) {
    ++sum_.measurable;
    if (item.is_short()) ++sum_.short_items;
    disagreement_sum_ += item.disagreement;
    for (const Level level : k_levels) {
        const auto index = static_cast<std::size_t>(level);
        if (item.by_level[index].unstable()) ++sum_.unstable_by_level[index];
    }
    if (full(item).unstable()) {
        ++sum_.unstable;
        sum_.unstable_items.push_back(item.item);
    } else if (is_complete(item) && item.attainable > k_points_slack && has_no_points(item)) {
        sum_.stable_failed.push_back(item.item);
    }
    if (item.value_flip) {
        ++sum_.value_flips.count;
        sum_.value_flip_items.push_back(item.item);
    }
    if (item.partition) ++sum_.partition[static_cast<std::size_t>(*item.partition)];
    add_divergence(item);
    add_partings(item.partings);
}

void SummaryBuilder::add_divergence(const ItemAnalysis& item) {
    const Divergence& divergence = item.divergence;
    if (divergence.kind == DivergenceKind::equal) return;
    const auto channel = static_cast<std::size_t>(divergence.channel);
    DivergenceSummary& of = sum_.divergence[channel];
    ++of.items;
    if (divergence.kind == DivergenceKind::absent) {
        ++of.absent;
        return;
    }
    ++(divergence.at_start() ? of.at_start : of.drift);
    ++(divergence.kind == DivergenceKind::prefix ? of.prefix : of.mismatch);
    positions_[channel].push_back(divergence.code_point);
    if (!item.partings.relative) return;
    shares_[channel].push_back(item.partings.relative->share);
    if (item.partings.relative->reference_ends) ++of.reference_ends;
}

void SummaryBuilder::add_partings(const Partings& partings) {
    for (const RunParting& run : partings.runs) {
        DivergenceSummary& of = sum_.divergence[static_cast<std::size_t>(run.at.channel)];
        if (run.at.kind == DivergenceKind::absent) {
            ++of.runs_absent;
            continue;
        }
        const auto band =
            std::upper_bound(k_position_bands.begin(), k_position_bands.end(), run.at.code_point);
        ++of.runs_by_band[static_cast<std::size_t>(band - k_position_bands.begin())];
    }
}

void SummaryBuilder::add_vote(const ItemAnalysis& item) {
    if (sum_.runs < k_vote_runs) return;
    ++sum_.majority_of;
    if (!item.vote.decided) {
        sum_.no_decision.push_back(item.item);
        return;
    }
    ++sum_.majority_decided;
    sum_.majority_points += item.vote.points;
    if (item.vote.right) return;
    sum_.majority_errors.push_back(item.item);
    if (item.right_runs > 0) sum_.majority_harmful.push_back(item.item);
}

void SummaryBuilder::add_loops(const ItemAnalysis& item) {
    sum_.loops.of += item.valid;
    sum_.loops.count += item.looped_runs;
    sum_.recovered_runs += item.recovered_runs;
    sum_.repetitive_runs += item.repetitive_runs;
    sum_.suspect_runs += item.suspect_runs;
    loop_tokens_ += item.loop_tokens;
    sum_.loop_runs_told += item.loop_runs_told;
    if (item.looped_runs == 0) return;
    sum_.loop_items.push_back(item.item);
    if (item.looped_runs == item.planned) sum_.loop_items_all_runs.push_back(item.item);
}

void SummaryBuilder::add_speed(const std::vector<RunView>& runs,
                               const std::vector<SpeedFacts>& speeds) {
    std::vector<long long> cached;
    for (std::size_t i = 0; i < std::min(runs.size(), speeds.size()); ++i) {
        if (!runs[i].valid()) continue;
        const auto& [usage, timings] = speeds[i];
        cached.push_back(usage.cached_tokens.value_or(0));
        if (usage.completion_tokens && timings.total_ms) {
            tokens_ += static_cast<double>(*usage.completion_tokens);
            seconds_ += *timings.total_ms / 1000;
        }
        if (timings.first_token_ms) first_tokens_.push_back(*timings.first_token_ms);
    }
    if (std::adjacent_find(cached.begin(), cached.end(), std::not_equal_to<>{}) != cached.end()) {
        ++cache_items_;
    }
}

}  // namespace kilter
