#include "scorers/comparison/item_comparison.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace kilter {
namespace {

constexpr double k_slack = 1e-9;  // sums of points

std::vector<const RunView*> valid_runs(const ComparedRuns& side) {
    std::vector<const RunView*> out;
    for (const RunView& run : *side.runs)
        if (run.valid()) out.push_back(&run);
    return out;
}

DiffSide side_of(const ComparedRuns& runs, Level level) {
    const ItemAnalysis& item = *runs.analysis;
    DiffSide side;
    side.planned = item.planned;
    side.valid = item.valid;
    side.failed = item.failed;
    side.missing = std::max(0, item.planned - item.stored);
    side.unscored = item.unscored;
    const Clusters& clusters = item.by_level[static_cast<std::size_t>(level)];
    side.sizes = clusters.sizes;
    side.modal_tie = clusters.modal_tie();
    const auto modal = std::find(clusters.of_run.begin(), clusters.of_run.end(), 0);
    if (modal != clusters.of_run.end())
        side.modal_k = item.valid_runs[static_cast<std::size_t>(modal - clusters.of_run.begin())];
    if (!side.complete() || item.planned == 0) return side;
    double sum = 0;
    side.right = true;
    for (const std::optional<double>& points : item.points) {
        sum += points.value_or(0);
        side.right = side.right && points && *points >= item.attainable - k_slack;
    }
    side.points = sum / item.planned;
    return side;
}

JointClusters cluster_jointly(const std::vector<const RunView*>& a,
                              const std::vector<const RunView*>& b, Level level) {
    JointClusters joint;
    std::map<std::string, std::size_t> place;
    const auto at = [&](const RunView* run) -> JointCluster& {
        const auto [known, added] = place.try_emplace(signature(*run, level), joint.size());
        if (added) joint.emplace_back();
        return joint[known->second];
    };
    for (const RunView* run : a) ++at(run).a;
    for (const RunView* run : b) ++at(run).b;
    return joint;
}

DiffVerdict verdict_of(const ItemComparison& item) {
    if (item.a.unstable() || item.b.unstable())
        return item.shared > 0 ? DiffVerdict::noisy_overlapping : DiffVerdict::noisy_disjoint;
    return item.shared > 0 ? DiffVerdict::identical : DiffVerdict::steady_different;
}

bool two_finish_reasons(const std::vector<const RunView*>& a,
                        const std::vector<const RunView*>& b) {
    std::set<std::string_view> seen;
    for (const auto* runs : {&a, &b})
        for (const RunView* run : *runs) seen.insert(run->finish_reason);
    return seen.size() > 1;
}

}  // namespace

std::string_view to_word(DiffVerdict verdict) {
    constexpr std::array<std::string_view, 4> words = {"identical", "steady_different",
                                                       "noisy_overlapping", "noisy_disjoint"};
    return words[static_cast<std::size_t>(verdict)];
}

ItemComparison compare_item(const ComparedRuns& a, const ComparedRuns& b, Level level) {
    ItemComparison out;
    out.item = a.analysis->item;
    out.a = side_of(a, level);
    out.b = side_of(b, level);
    out.attainable = a.analysis->attainable;
    const auto runs_a = valid_runs(a), runs_b = valid_runs(b);
    if (runs_a.empty() || runs_b.empty()) return out;
    out.joint = cluster_jointly(runs_a, runs_b, level);
    out.shared = static_cast<int>(
        std::count_if(out.joint.begin(), out.joint.end(),
                      [](const JointCluster& one) { return one.a > 0 && one.b > 0; }));
    out.excess = excess_disagreement(out.joint);
    out.verdict = verdict_of(out);
    for (const Level one : k_levels)
        out.identical_at[static_cast<std::size_t>(one)] =
            cluster_jointly(runs_a, runs_b, one).size() == 1;
    out.other_finish = out.verdict == DiffVerdict::identical && two_finish_reasons(runs_a, runs_b);
    return out;
}

std::optional<double> estimate_token(std::size_t position, const OutputLength& a,
                                     const OutputLength& b) {
    double tokens = 0, length = 0;
    for (const OutputLength* one : {&a, &b}) {
        if (!one->tokens || one->code_points == 0) continue;
        tokens += static_cast<double>(*one->tokens);
        length += static_cast<double>(one->code_points);
    }
    if (length <= 0) return std::nullopt;
    return static_cast<double>(position) * tokens / length;
}

}  // namespace kilter
