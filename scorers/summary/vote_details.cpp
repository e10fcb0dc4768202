// The half of the detail builder that looks at verdicts: field votes, what the vote gains, repeated
// success.
#include <algorithm>

#include "scorers/statistics/repeated_success.hpp"
#include "scorers/summary/detail_builder.hpp"

namespace kilter {
namespace {

constexpr double k_slack = 1e-9;                                            // sums of weights
constexpr std::array<ExactShare, 3> k_shares = {{{1, 2}, {3, 4}, {1, 1}}};  // k_g_pass_shares

}  // namespace

void DetailBuilder::add_fields(const ItemAnalysis& item) {
    if (item.unscored > 0) return;
    const bool voted = planned_ >= k_vote_runs;
    for (const FieldVote& vote : item.field_votes.fields) {
        FieldStability& field = fields_[vote.field];
        field.field = vote.field;
        ++field.unstable.of;
        if (vote.unstable()) {
            ++field.unstable.count;
            field.items.push_back(item.item);
        }
        if (!voted) continue;
        ++votes_.fields;
        if (!vote.decided) {
            ++field.undecided;
            ++votes_.undecided_fields;
        } else if (vote.score < 1 - k_slack) {
            ++field.errors;
        }
    }
    if (voted && item.field_votes.composite_unseen) votes_.composite_unseen.push_back(item.item);
}

void DetailBuilder::add_votes(const ItemAnalysis& item) {
    if (planned_ < k_vote_runs) return;
    if (!votes_.plurality_points) votes_.plurality_points = 0;
    if (item.plurality.decided) {
        ++votes_.plurality_decided;
        *votes_.plurality_points += item.plurality.points;
    }
    if (!item.vote.decided) return;
    if (item.vote.right && item.right_runs < item.valid - item.unscored)
        votes_.right_some_wrong.push_back(item.item);
    votes_.gain = votes_.gain.value_or(0) + item.vote.gain;
    if (item.vote.gain > k_slack) ++votes_.gain_items;
    if (item.vote.gain < -k_slack) ++votes_.loss_items;
}

void DetailBuilder::add_success(const ItemAnalysis& item) {
    if (item.valid != item.planned || item.unscored > 0 || item.planned != planned_) return;
    ++votes_.pass_items;
    const int n = planned_;
    for (int k = 1; k <= n; ++k) {
        const auto at = static_cast<std::size_t>(k - 1);
        pass_at_[at] += pass_at_k(n, item.right_runs, k).value_or(0);
        pass_hat_[at] += pass_hat_k(n, item.right_runs, k).value_or(0);
    }
    for (std::size_t i = 0; i < k_shares.size(); ++i)
        g_pass_[i] += g_pass_at_k(n, item.right_runs, n, k_shares[i]).value_or(0);
}

VoteDetail DetailBuilder::finish_votes() {
    if (votes_.pass_items > 0) {
        const auto n = static_cast<double>(votes_.pass_items);
        for (double& sum : pass_at_) sum /= n;
        for (double& sum : pass_hat_) sum /= n;
        votes_.pass_at = std::move(pass_at_);
        votes_.pass_hat = std::move(pass_hat_);
        for (std::size_t i = 0; i < g_pass_.size(); ++i) votes_.g_pass[i] = g_pass_[i] / n;
    }
    return std::move(votes_);
}

}  // namespace kilter
