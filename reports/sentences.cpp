#include "reports/sentences.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/terminal.hpp"

namespace kilter {

namespace {

std::string plural(long long count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string stability_sentence(const EngineSummary& sum) {
    if (sum.measurable == 0)
        return fmt::format("No item has two valid runs (K = {}): stability was not measured.",
                           sum.runs);
    const auto bound = sum.unstable_ci95;
    if (sum.unstable == 0) {
        return fmt::format(
            "0 of {} items differed in {} runs; up to {} of such items may (95%). K = {} shows a "
            "{} "
            "minority answer {} of the time.",
            sum.measurable, sum.runs, bound ? percent(bound->high) : "100%", sum.runs,
            percent(sum.power_minority_share), percent(sum.detection_power));
    }
    return fmt::format(
        "{} of {} items gave different output in {} runs{}.", sum.unstable, sum.measurable,
        sum.runs,
        bound ? fmt::format(" (95%: {} to {})", percent(bound->low), percent(bound->high)) : "");
}

// An interval without width says only that the items do not vary: it is left out.
std::string points_sentence(const EngineSummary& sum) {
    const auto& ci = sum.points_ci95;
    const std::string interval =
        ci && ci->low < ci->high ? fmt::format(" (95%: {:.2f} to {:.2f})", ci->low, ci->high) : "";
    const std::string judge =
        sum.attainable < sum.max_points
            ? fmt::format("; {:g} more need a judge", sum.max_points - sum.attainable)
            : "";
    return fmt::format("{:.2f} points{} of {:g} attainable{}.", *sum.points_mean, interval,
                       sum.attainable, judge);
}

std::string share_text(const Rate& rate) {
    return fmt::format("{} of {}", rate.count, rate.of);
}

// Only what went wrong is told of invented, missed and wrapped answers.
std::string accuracy_sentence(const AccuracySummary& sum) {
    std::string text = fmt::format("Field F1 {:.3f}; {} answers exact", *sum.f1_micro,
                                   share_text(sum.exact_documents));
    if (sum.hallucinated.count > 0)
        text += fmt::format("; {} absent values invented", share_text(sum.hallucinated));
    if (sum.missed.count > 0) text += fmt::format("; {} values missed", share_text(sum.missed));
    if (sum.clean.count < sum.clean.of)
        text += fmt::format("; {} answers were clean JSON", share_text(sum.clean));
    return text + ".";
}

void add_divergence(const EngineSummary& sum, std::vector<std::string>& out) {
    for (const Channel channel : {Channel::reasoning, Channel::content, Channel::tool_calls}) {
        const DivergenceSummary& one = sum.divergence[static_cast<std::size_t>(channel)];
        if (one.items == 0) continue;
        std::string where;
        if (one.median_code_point)
            where = fmt::format("; median position: code point {:g}", *one.median_code_point);
        const std::string absent =
            one.absent > 0 ? fmt::format(", {} where one run has no such text", one.absent) : "";
        out.push_back(fmt::format("{} {} first in the {}: {} within the first 8 code points{}{}.",
                                  plural(one.items, "item", "items"),
                                  one.items == 1 ? "parts" : "part", to_word(channel), one.at_start,
                                  absent, where));
    }
}

}  // namespace

std::string percent(double share) {
    const double value = share * 100;
    return fmt::format("{:.{}f}%", value, value < 10 && value > 0 ? 1 : 0);
}

std::string name_list(const std::vector<std::string>& names) {
    constexpr std::size_t k_shown = 5;
    std::string out;
    for (std::size_t i = 0; i < std::min(names.size(), k_shown); ++i)
        out += (i ? ", " : "") + visible(names[i]);
    if (names.size() > k_shown) out += fmt::format(" and {} more", names.size() - k_shown);
    return out;
}

std::string points_cell(const EngineSummary& sum) {
    return sum.points_mean ? fmt::format("{:.2f}", *sum.points_mean) : "-";
}

std::string points_error_cell(const EngineSummary& sum) {
    if (!sum.points_ci95) return "";
    return fmt::format("{:.2f}-{:.2f}", sum.points_ci95->low, sum.points_ci95->high);
}

std::string unstable_cell(const EngineSummary& sum) {
    return sum.measurable > 0 ? fmt::format("{}/{}", sum.unstable, sum.measurable) : "-";
}

std::string unstable_bound_cell(const EngineSummary& sum) {
    if (!sum.unstable_ci95) return "";
    if (sum.unstable == 0) return "<=" + percent(sum.unstable_ci95->high);
    return fmt::format("{:.0f}-{}", sum.unstable_ci95->low * 100, percent(sum.unstable_ci95->high));
}

std::string ratio_cell(const Rate& rate) {
    return rate.of > 0 ? fmt::format("{}/{}", rate.count, rate.of) : "-";
}

std::string majority_cell(const EngineSummary& sum) {
    return sum.majority_of > 0 ? fmt::format("{:.2f}", sum.majority_points) : "-";
}

std::string speed_cell(const EngineSummary& sum) {
    if (!sum.output_tok_per_s) return "-";
    return fmt::format("{:.{}f}", *sum.output_tok_per_s, *sum.output_tok_per_s < 1000 ? 1 : 0);
}

std::vector<std::string> row_sentences(const BoardRow& row) {
    const EngineSummary& sum = row.summary;
    std::vector<std::string> out;
    if (sum.missing > 0)
        out.push_back(fmt::format("{} of {} trials are missing.", sum.missing, sum.planned));
    if (sum.failed > 0)
        out.push_back(fmt::format("{} failed: no verdict, 0 points in {} run.",
                                  plural(sum.failed, "trial", "trials"),
                                  sum.failed == 1 ? "its" : "their"));
    if (sum.points_mean) out.push_back(points_sentence(sum));
    if (row.accuracy.f1_micro) out.push_back(accuracy_sentence(row.accuracy));
    out.push_back(stability_sentence(sum));
    add_divergence(sum, out);
    if (sum.value_flips.count > 0)
        out.push_back(fmt::format("{} changed an extracted value: {}.",
                                  plural(sum.value_flips.count, "item", "items"),
                                  name_list(sum.value_flip_items)));
    if (!sum.majority_errors.empty())
        out.push_back(
            fmt::format("The majority vote is wrong on {}{}.",
                        plural(static_cast<long long>(sum.majority_errors.size()), "item", "items"),
                        ": " + name_list(sum.majority_errors)));
    if (!sum.majority_harmful.empty())
        out.push_back(
            "Some run was right where the vote is wrong: " + name_list(sum.majority_harmful) + ".");
    if (!sum.no_decision.empty())
        out.push_back("No majority on " + name_list(sum.no_decision) + ".");
    if (sum.loops.count > 0)
        out.push_back(fmt::format("{} of {} runs ended in a repetition loop: {}.", sum.loops.count,
                                  sum.loops.of, name_list(sum.loop_items)));
    if (!sum.stable_failed.empty())
        out.push_back("Same output in every run and no points: " + name_list(sum.stable_failed) +
                      ".");
    if (sum.cache_affected)
        out.push_back(
            "Some runs were served from a prefix cache: their prompts were not read afresh.");
    return out;
}

}  // namespace kilter
