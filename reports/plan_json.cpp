#include <cmath>

#include "reports/json_numbers.hpp"
#include "reports/plan_report.hpp"
#include "scorers/statistics/sample_size.hpp"

namespace kilter {
namespace {

template <class T>
ReportJson whole_or_null(const std::optional<T>& value) {
    return value ? ReportJson(*value) : ReportJson(nullptr);
}

// Six significant digits: four decimals would turn a bound of 0.00004 into 0.
double significant(double value) {
    if (value == 0) return 0;
    const double scale = std::pow(10.0, 5 - std::floor(std::log10(std::abs(value))));
    return std::round(value * scale) / scale;
}

ReportJson share_or_null(const std::optional<double>& value) {
    return value ? ReportJson(significant(*value)) : ReportJson(nullptr);
}

ReportJson rate_json(const RatePlan& plan) {
    ReportJson rows = ReportJson::array();
    for (const RunsRow& row : plan.by_runs)
        rows.push_back(
            {{"k", row.k},
             {"power", share_or_null(row.power)},
             {"items", whole_or_null(row.items)},
             {"trials", row.items ? ReportJson(*row.items * row.k) : ReportJson(nullptr)},
             {"seen_among_items", share_or_null(row.seen_among)},
             {"smallest_share", share_or_null(row.smallest_share)}});
    return {{"rate", share_or_null(plan.rate)},
            {"power", share_or_null(plan.power)},
            {"runs_to_see", plan.runs_to_see},
            {"runs_to_differ", whole_or_null(plan.runs_to_differ)},
            {"by_runs", std::move(rows)}};
}

ReportJson runs_json(const RunsPlan& plan) {
    ReportJson rows = ReportJson::array();
    for (const ShareRow& row : plan.by_share)
        rows.push_back({{"minority_share", row.share},
                        {"power", share_or_null(row.power)},
                        {"runs_to_differ", row.runs}});
    return {{"k", plan.k},
            {"power", share_or_null(plan.power)},
            {"smallest_share", share_or_null(plan.smallest_share)},
            {"by_share", std::move(rows)}};
}

ReportJson items_json(const ItemsPlan& plan) {
    return {{"n", plan.items},
            {"power", share_or_null(plan.power)},
            {"zero_upper95", share_or_null(plan.zero_upper95)},
            {"fewest_hits_against_zero", whole_or_null(plan.fewest_hits)},
            {"fewest_hits_p_value", share_or_null(plan.fewest_hits_p)},
            {"smallest_rate_against_zero", share_or_null(plan.smallest_rate)}};
}

ReportJson compare_json(const ComparePlan& plan) {
    ReportJson rows = ReportJson::array();
    for (const PowerRow& row : plan.by_items)
        rows.push_back({{"n", row.items}, {"power", share_or_null(row.power)}});
    return {{"a", share_or_null(plan.rates.a)},
            {"b", share_or_null(plan.rates.b)},
            {"alpha", k_alpha5},
            {"power", share_or_null(plan.power)},
            {"per_arm",
             {{"fisher_exact", whole_or_null(plan.fisher_per_arm)},
              {"pooled_variance_formula", plan.formula_per_arm}}},
            {"by_items", std::move(rows)},
            {"n", plan.asked ? ReportJson(plan.asked->items) : ReportJson(nullptr)},
            {"smallest_rate", share_or_null(plan.smallest_rate)}};
}

}  // namespace

std::string plan_json(const SizePlan& plan) {
    ReportJson out = {{"schema", "kilter.plan/1"}};
    out["rate"] = plan.rate ? rate_json(*plan.rate) : ReportJson(nullptr);
    out["runs"] = plan.runs ? runs_json(*plan.runs) : ReportJson(nullptr);
    out["items"] = plan.items ? items_json(*plan.items) : ReportJson(nullptr);
    out["compare"] = plan.compare ? compare_json(*plan.compare) : ReportJson(nullptr);
    out["warnings"] = plan_warnings(plan);
    return dump_report(out);
}

}  // namespace kilter
