#include "scorers/statistics/size_plan.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "scorers/statistics/detection.hpp"
#include "scorers/statistics/sample_size.hpp"

namespace kilter {
namespace {

constexpr long long k_usual_runs[] = {2, 3, 5, 10, 16};
constexpr double k_usual_shares[] = {0.5, 0.3, 0.2, 0.1, 0.05, 0.01};
constexpr long long k_usual_items[] = {20, 50, 100, 200};
constexpr long long k_most_exact_row = 20000;  // per arm; larger tables take seconds

bool is_plannable(double rate) {
    return rate >= k_smallest_rate && rate <= 1 - k_smallest_rate;
}

RunsRow runs_row(const SizeQuestion& question, double power, long long k) {
    RunsRow row;
    row.k = k;
    row.smallest_share = smallest_share_shown(k, power);
    if (*question.rate > 0.5) return row;
    row.power = detection_power(*question.rate, k);
    row.items = *row.power >= 1 ? 1 : runs_to_see(*row.power, power);
    if (question.items) row.seen_among = probability_seen(*row.power, *question.items);
    return row;
}

RatePlan rate_plan(const SizeQuestion& question) {
    RatePlan plan;
    plan.rate = *question.rate;
    plan.power = question.power.value_or(k_power_to_see);
    plan.runs_to_see = *runs_to_see(plan.rate, plan.power);
    plan.runs_to_differ = runs_to_differ(plan.rate, plan.power);
    std::set<long long> rows(std::begin(k_usual_runs), std::end(k_usual_runs));
    if (question.runs) rows.insert(*question.runs);
    if (plan.runs_to_differ) rows.insert(*plan.runs_to_differ);
    for (const long long k : rows) plan.by_runs.push_back(runs_row(question, plan.power, k));
    return plan;
}

RunsPlan runs_plan(const SizeQuestion& question) {
    RunsPlan plan;
    plan.k = *question.runs;
    plan.power = question.power.value_or(k_power_to_see);
    plan.smallest_share = smallest_share_shown(plan.k, plan.power);
    for (const double share : k_usual_shares)
        plan.by_share.push_back(
            ShareRow{share, detection_power(share, plan.k), *runs_to_differ(share, plan.power)});
    return plan;
}

ItemsPlan items_plan(const SizeQuestion& question) {
    ItemsPlan plan;
    plan.items = *question.items;
    plan.power = question.power.value_or(k_power_to_compare);
    plan.zero_upper95 = wilson95(0, plan.items)->high;
    plan.fewest_hits = fewest_against_zero(plan.items);
    if (plan.fewest_hits)
        plan.fewest_hits_p = fisher_exact(0, plan.items, *plan.fewest_hits, plan.items);
    plan.smallest_rate = smallest_rate_shown(0, plan.items, plan.power);
    return plan;
}

ComparePlan compare_plan(const SizeQuestion& question) {
    ComparePlan plan;
    plan.rates = *question.compare;
    const auto [a, b] = plan.rates;
    plan.power = question.power.value_or(k_power_to_compare);
    plan.fisher_per_arm = fisher_items_per_arm(a, b, plan.power);
    plan.formula_per_arm =
        static_cast<long long>(std::ceil(*pooled_items_per_arm(a, b, plan.power)));
    std::set<long long> rows(std::begin(k_usual_items), std::end(k_usual_items));
    if (plan.fisher_per_arm) rows.insert(*plan.fisher_per_arm);
    if (plan.formula_per_arm <= k_most_exact_row) rows.insert(plan.formula_per_arm);
    if (question.items) rows.insert(*question.items);
    for (const long long n : rows) plan.by_items.push_back(PowerRow{n, *fisher_power(a, n, b, n)});
    if (question.items) {
        plan.asked =
            *std::find_if(plan.by_items.begin(), plan.by_items.end(),
                          [&](const PowerRow& row) { return row.items == *question.items; });
        plan.smallest_rate = smallest_rate_shown(std::min(a, b), *question.items, plan.power);
    }
    return plan;
}

// What makes the question impossible; empty: nothing.
std::string objection(const SizeQuestion& question) {
    if (!question.rate && !question.compare && !question.runs && !question.items)
        return "nothing to plan: give --rate, --compare, --runs or --items; see 'kilter plan "
               "--help'";
    if (question.rate && !is_plannable(*question.rate))
        return "the rate has to lie between 0.0001% and 99.9999%";
    if (question.power && !(*question.power > 0 && *question.power < 1))
        return "the power has to lie between 0 and 1, both excluded";
    if (question.compare && question.compare->a == question.compare->b)
        return "two equal rates cannot be told apart by any number of items";
    if (question.compare && std::abs(question.compare->a - question.compare->b) < k_smallest_rate)
        return "the two rates have to be at least 0.0001% apart";
    if (question.items && (*question.items < 1 || *question.items > k_most_items))
        return "the number of items has to lie between 1 and 100000";
    return "";
}

}  // namespace

Result<SizePlan> size_plan(const SizeQuestion& question) {
    if (std::string problem = objection(question); !problem.empty())
        return fail(std::move(problem));
    SizePlan plan;
    plan.question = question;
    if (question.rate) plan.rate = rate_plan(question);
    if (question.runs) plan.runs = runs_plan(question);
    if (question.items) plan.items = items_plan(question);
    if (question.compare) plan.compare = compare_plan(question);
    return plan;
}

}  // namespace kilter
