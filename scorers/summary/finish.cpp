// The half of the builder that closes the sums: means, intervals, medians, and why a number is
// null.
#include <algorithm>
#include <numeric>
#include <set>

#include "scorers/summary/engine_summary.hpp"
#include "scorers/summary/median.hpp"

namespace kilter {
namespace {

// "1 item has", "3 items have".
std::string items_have(long long count) {
    return std::to_string(count) + (count == 1 ? " item has" : " items have");
}

std::string trials(long long count) {
    return std::to_string(count) + (count == 1 ? " trial" : " trials");
}

}  // namespace

EngineSummary SummaryBuilder::finish() {
    sum_.missing = std::max(sum_.planned - sum_.stored, 0LL);
    finish_points();
    finish_rates();
    if (sum_.loops.count == 0 || sum_.loop_runs_told > 0) sum_.loop_tokens_wasted = loop_tokens_;
    sum_.stability = detail_.finish_stability();
    sum_.voting = detail_.finish_votes();
    if (sum_.voting.pass_items > 0) {  // k = K
        sum_.pass_at_k = sum_.voting.pass_at.back();
        sum_.pass_hat_k = sum_.voting.pass_hat.back();
    }
    const bool open = sum_.voting.plurality_decided == 0 && sum_.missing + sum_.unscored > 0;
    if (open) sum_.voting.plurality_points = std::nullopt;
    warn_of_points();
    warn_of_stability();
    warn_of_speed();
    return std::move(sum_);
}

void SummaryBuilder::finish_points() {
    if (sum_.items > 0) {
        sum_.points_per_run = run_sums_;
    } else {
        sum_.points_per_run.assign(run_sums_.size(), std::nullopt);
    }
    std::vector<double> complete;
    for (const auto& run : sum_.points_per_run) {
        if (run) complete.push_back(*run);
    }
    if (!complete.empty()) {
        const double runs = static_cast<double>(complete.size());
        sum_.points_mean = std::accumulate(complete.begin(), complete.end(), 0.0) / runs;
        const auto [low, high] = std::minmax_element(complete.begin(), complete.end());
        sum_.points_min = *low;
        sum_.points_max = *high;
    }
    if (scored_attainable_ > 0) {
        sum_.answered_only = sum_.attainable * scored_points_ / scored_attainable_;
    }
    // Beside runs with missing trials the mean is over other runs than the losses: no interval
    // then.
    const std::size_t items = static_cast<std::size_t>(sum_.items);
    const bool whole = losses_.size() == items && complete.size() == sum_.points_per_run.size();
    const auto loss = whole ? t95(losses_) : std::nullopt;
    if (loss) {
        const double n = static_cast<double>(items);
        sum_.points_ci95 =
            Interval{std::clamp(sum_.attainable - n * loss->high, 0.0, sum_.attainable),
                     std::clamp(sum_.attainable - n * loss->low, 0.0, sum_.attainable)};
    }
}

void SummaryBuilder::finish_rates() {
    // The harmful ones first: there a run was right, and the vote lost it.
    const std::set<std::string_view> harmful(sum_.majority_harmful.begin(),
                                             sum_.majority_harmful.end());
    std::stable_partition(sum_.majority_errors.begin(), sum_.majority_errors.end(),
                          [&harmful](const std::string& item) { return harmful.contains(item); });
    sum_.unstable_ci95 = wilson95(sum_.unstable, sum_.measurable);
    sum_.value_flips.of = sum_.measurable;
    if (sum_.measurable > 0) {
        sum_.disagreement = disagreement_sum_ / static_cast<double>(sum_.measurable);
    }
    for (std::size_t channel = 0; channel < positions_.size(); ++channel) {
        sum_.divergence[channel].median_code_point = median(positions_[channel]);
        sum_.divergence[channel].median_relative = median(shares_[channel]);
    }
    if (seconds_ > 0) sum_.output_tok_per_s = tokens_ / seconds_;
    sum_.first_token_ms_p50 = median(first_tokens_);
    sum_.first_token_runs = static_cast<long long>(first_tokens_.size());
    sum_.cache_affected = cache_items_ > 0;
}

void SummaryBuilder::warn(std::string_view key, std::string reason) {
    sum_.warnings.push_back(std::string{key} + ": " + std::move(reason));
}

void SummaryBuilder::warn_of_points() {
    if (sum_.missing > 0) {
        warn("points.per_run", trials(sum_.missing) + " of " + std::to_string(sum_.planned) +
                                   " missing; a run that lacks one is null");
    }
    if (sum_.unscored > 0) {
        warn("points.per_run",
             trials(sum_.unscored) + " not scored yet; a run that has one is null");
    }
    if (!sum_.points_mean) warn("points.mean", "no run is complete");
    if (!sum_.answered_only) warn("points.answered_only", "no trial was scored");
    const auto without = sum_.items - static_cast<long long>(losses_.size());
    if (without > 0) {
        warn("points.ci95", items_have(without) + " no run that counts");
    } else if (sum_.missing > 0 && !sum_.points_ci95) {
        warn("points.ci95", "runs with missing trials do not enter the mean");
    } else if (!sum_.points_ci95) {
        warn("points.ci95", "an interval needs at least two items");
    }
    if (no_points_items_ > 0) {
        warn("points.attainable",
             items_have(no_points_items_) +
                 " no attainable points and count as right whatever the answer");
    }
    if (sum_.failed > 0) {
        warn("trials.failed",
             trials(sum_.failed) + " failed: 0 points each, and unseen by the stability columns");
    }
}

void SummaryBuilder::warn_of_stability() {
    if (sum_.measurable == 0) {
        warn("unstable", "no item has two valid runs; rate, ci95 and disagreement are undefined");
    } else if (sum_.unmeasurable > 0) {
        warn("unstable",
             items_have(sum_.unmeasurable) + " fewer than two valid runs and cannot be measured");
    }
    if (sum_.short_items > 0) {
        warn("unstable.short", items_have(sum_.short_items) +
                                   " fewer valid runs than planned; their agreement is no evidence "
                                   "of stability");
    }
    for (std::size_t channel = 0; channel < sum_.divergence.size(); ++channel) {
        const DivergenceSummary& of = sum_.divergence[channel];
        if (of.items == 0 || of.median_code_point) continue;
        warn("divergence." + std::string{to_word(static_cast<Channel>(channel))} +
                 ".median_code_point",
             "in each of these items some run has no text there, which is no position");
    }
    if (sum_.runs < k_vote_runs) {
        warn("majority", std::string{k_no_vote});
    } else {
        if (sum_.majority_of > 0 && !sum_.vote_points())
            warn("majority.points", "no item is decided, and trials are missing or not scored");
        if (!sum_.voting.gain) warn("voting.gain", "no item is decided");
    }
    if (!sum_.loop_tokens_wasted) {
        warn("loops.tokens_wasted", "no run that looped tells its tokens");
    }
    if (sum_.voting.pass_items == 0) {
        warn("pass_at_k, pass_hat_k", "no item has all planned runs valid and scored");
    }
}

void SummaryBuilder::warn_of_speed() {
    if (!sum_.output_tok_per_s) {
        warn("output_tok_per_s", "no valid trial tells both completion tokens and total time");
    }
    if (!sum_.first_token_ms_p50) {
        warn("first_token_ms_p50", "no valid trial was streamed with a token seen");
    }
    if (sum_.cache_affected) {
        warn("cache_affected", "the runs of " + std::to_string(cache_items_) +
                                   (cache_items_ == 1 ? " item" : " items") +
                                   " took different shares of the prompt from a prefix cache");
    }
}

}  // namespace kilter
