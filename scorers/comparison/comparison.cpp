#include "scorers/comparison/comparison.hpp"

#include "scorers/statistics/bootstrap.hpp"

namespace kilter {
namespace {

constexpr double k_slack = 1e-9;  // of a difference of points that is none

}  // namespace

void ComparisonBuilder::add_points(const ItemComparison& item, const std::string& name) {
    if (!item.a.points || !item.b.points) return;
    double difference = *item.b.points - *item.a.points;
    if (difference > -k_slack && difference < k_slack) difference = 0;
    differences_.push_back(difference);
    a_ += *item.a.points;
    b_ += *item.b.points;
    attainable_ += item.attainable;
    DiffChanges& changes = out_.changes;
    if (!item.a.right && item.b.right) changes.fixed.push_back(name);
    if (item.a.right && !item.b.right) changes.regressed.push_back(name);
    if (!item.a.right && !item.b.right) changes.still_failing.push_back(name);
}

void ComparisonBuilder::add(const ItemComparison& item, const std::string& name) {
    ++out_.items;
    if (!item.complete()) out_.incomplete.push_back(name);
    add_points(item, name);
    if (!item.verdict) return;
    ++out_.compared;
    ++out_.items_by_verdict[*item.verdict];
    for (std::size_t level = 0; level < out_.identical_at.size(); ++level)
        out_.identical_at[level] += item.identical_at[level] ? 1 : 0;
    out_.other_finish += item.other_finish ? 1 : 0;
    noisy_ = noisy_ || item.a.unstable() || item.b.unstable();
    disjoint_ = disjoint_ || item.shared == 0;
    if (item.excess) {
        ++with_excess_;
        // One output in all runs: E is 0 however the labels are dealt.
        if (item.joint.size() > 1) joint_.push_back(item.joint);
    }
    if (item.a.valid < 2 || item.b.valid < 2) return;
    if (!item.a.unstable() && item.b.unstable()) out_.changes.newly_unstable.push_back(name);
    if (item.a.unstable() && !item.b.unstable()) out_.changes.newly_stable.push_back(name);
}

Comparison ComparisonBuilder::finish() {
    if (out_.compared > 0) {
        if (noisy_)
            out_.verdict = disjoint_ ? DiffVerdict::noisy_disjoint : DiffVerdict::noisy_overlapping;
        else
            out_.verdict = disjoint_ ? DiffVerdict::steady_different : DiffVerdict::identical;
    }
    if (with_excess_ > 0) {
        out_.excess = ExcessTest{0, with_excess_, PermutationTest{}};
        if (const auto test = excess_test(joint_)) {
            out_.excess->mean_excess = test->mean_excess * test->items / with_excess_;
            out_.excess->test = test->test;
        }
    }
    DiffPoints& points = out_.points;
    points.items = static_cast<int>(differences_.size());
    if (points.items > 0) {
        points.a = a_;
        points.b = b_;
        points.attainable = attainable_;
        points.difference = b_ - a_;
        points.test = sign_flip_test(differences_);
        out_.changes.test = mcnemar(static_cast<long long>(out_.changes.regressed.size()),
                                    static_cast<long long>(out_.changes.fixed.size()));
        if (const auto mean = bootstrap_mean95(differences_))
            points.difference95 = Interval{mean->low * points.items, mean->high * points.items};
    }
    return out_;
}

}  // namespace kilter
