#include "reports/diff_sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text/terminal.hpp"
#include "reports/sentences.hpp"
#include "reports/show_parts.hpp"
#include "scorers/statistics/fisher.hpp"

namespace kilter {

namespace {

std::string p_words(const PermutationTest& test) {
    return fmt::format("p {}{}", test.p < 0.0001 ? "< 0.0001" : fmt::format("= {:.4f}", test.p),
                       test.exact ? "" : ", by 10,000 draws");
}

bool several_experiments(const DiffReport& report) {
    return report.a.experiment != report.b.experiment;
}

}  // namespace

std::string_view diff_verdict_words(DiffVerdict verdict) {
    switch (verdict) {
        case DiffVerdict::identical:
            return "identical";
        case DiffVerdict::steady_different:
            return "steady, different";
        case DiffVerdict::noisy_overlapping:
            return "noisy, overlapping";
        case DiffVerdict::noisy_disjoint:
            return "noisy, disjoint";
    }
    return "";
}

std::string diff_sizes_cell(const DiffSide& side) {
    constexpr std::size_t k_shown = 4;
    std::string out;
    for (std::size_t i = 0; i < std::min(side.sizes.size(), k_shown); ++i)
        out += (i > 0 ? "+" : "") + std::to_string(side.sizes[i]);
    if (side.sizes.size() > k_shown) out += "+..";
    if (side.valid < side.planned)
        out += fmt::format("{}/{}", out.empty() ? "0" : " ", side.planned);
    return out;
}

std::string diff_parting_cell(const ItemComparison& item) {
    if (!item.parting) return "";
    const Divergence& at = item.parting->at;
    if (at.kind == DivergenceKind::equal) return "not the modal runs";
    if (at.kind == DivergenceKind::absent) return fmt::format("{} absent", to_word(at.channel));
    return fmt::format("{} {}", to_word(at.channel), at.code_point);
}

std::string diff_token_cell(const ItemComparison& item) {
    if (!item.parting) return "";
    if (item.parting->token_index) return std::to_string(*item.parting->token_index);
    if (!item.parting->token_estimate) return "";
    return fmt::format("~{:.0f}", *item.parting->token_estimate);
}

std::string diff_points_cell(const ItemComparison& item) {
    const auto shown = [](const std::optional<double>& points) {
        return points ? number_text(std::round(*points * 100) / 100) : std::string{"n/a"};
    };
    if (!item.a.points && !item.b.points) return "";
    return shown(item.a.points) + " > " + shown(item.b.points);
}

std::string diff_headline(const DiffReport& report) {
    const Comparison& all = report.all;
    if (!all.verdict) return "nothing could be compared";
    const auto at = all.items_by_verdict.find(DiffVerdict::identical);
    const int same = at == all.items_by_verdict.end() ? 0 : at->second;
    if (*all.verdict == DiffVerdict::identical)
        return fmt::format("identical: {} of {} items gave one output on both sides", same,
                           all.compared);
    std::string out = fmt::format("{}: {} of {} items differ", diff_verdict_words(*all.verdict),
                                  all.compared - same, all.compared);
    std::string parts;
    for (const DiffVerdict verdict : k_diff_verdicts) {
        const auto one = all.items_by_verdict.find(verdict);
        if (one == all.items_by_verdict.end() || verdict == DiffVerdict::identical) continue;
        parts += fmt::format("{}{} {}", parts.empty() ? "" : "; ", one->second,
                             diff_verdict_words(verdict));
    }
    return parts.find(';') == std::string::npos ? out : out + " (" + parts + ")";
}

std::string diff_excess_sentence(const DiffReport& report) {
    const Comparison& all = report.all;
    if (!all.excess)
        return "Excess disagreement needs two valid runs on each side: with fewer, an engine's own "
               "noise cannot be told from a difference.";
    const double excess = all.excess->mean_excess;
    std::string out = fmt::format(
        "Excess disagreement E {:.4f} over {} ({}): what the sides differ beyond what each "
        "differs from itself.",
        excess, plural(all.excess->items, "item", "items"), p_words(all.excess->test));
    if (all.excess->test.p < k_alpha5) return out;
    // Steady sides are as far apart as they can be, so that only their number bounds p.
    if (all.verdict == DiffVerdict::steady_different)
        return out + fmt::format(
                         " No smaller p is possible with {} a side on so few items that differ; "
                         "on each of them both sides were steady.",
                         plural(report.runs, "run", "runs"));
    if (all.verdict != DiffVerdict::identical) out += " By this test chance alone may do that.";
    return out;
}

std::string diff_levels_sentence(const DiffReport& report) {
    const Comparison& all = report.all;
    const auto count = [&](Level level) {
        return all.identical_at[static_cast<std::size_t>(level)];
    };
    std::string out = "One output on both sides, by level:";
    for (const Level level : k_levels)
        out += fmt::format("{} {} {}/{}", level == Level::full ? "" : ",", to_word(level),
                           count(level), all.compared);
    return out + ".";
}

std::string diff_bound_sentence(const DiffReport& report) {
    const auto bound = wilson95(0, report.all.compared);
    if (!bound) return "";
    return fmt::format(
        "A zero of {} items leaves up to {} of such items open (95%), and {} a side see a rare "
        "output seldom.",
        report.all.compared, percent(bound->high), plural(report.runs, "run", "runs"));
}

std::string diff_points_sentence(const DiffReport& report) {
    const DiffPoints& points = report.all.points;
    if (!points.difference || !points.a || !points.b || !points.attainable)
        return "Points: no item is whole and scored alike on both sides.";
    std::string out = fmt::format("Points: {} and {} of {}, difference {:+.2f}",
                                  number_text(std::round(*points.a * 100) / 100),
                                  number_text(std::round(*points.b * 100) / 100),
                                  number_text(*points.attainable), *points.difference + 0.0);
    if (points.difference95)
        out += fmt::format(" ({:+.2f} to {:+.2f}, 95%)", points.difference95->low + 0.0,
                           points.difference95->high + 0.0);
    if (points.test) out += fmt::format(", sign flips {}", p_words(*points.test));
    return out + fmt::format(", over {}.", plural(points.items, "item", "items"));
}

std::string diff_changes_sentence(const DiffReport& report) {
    const DiffChanges& changes = report.all.changes;
    if (!changes.test || (changes.fixed.empty() && changes.regressed.empty())) return "";
    std::string out =
        fmt::format("McNemar, exact, of fixed against regressed: p = {:.4f}", changes.test->p);
    const auto moved = changes.fixed.size() + changes.regressed.size();
    if (moved < static_cast<std::size_t>(k_fewest_discordant))
        out += fmt::format("; fewer than {} items that changed sides cannot reach 0.05",
                           k_fewest_discordant);
    return out;
}

std::string diff_setting_value(const std::string& value) {
    return value.empty() ? std::string{"(not set)"} : ellipsize(visible(value), 60);
}

const ItemComparison* diff_window_item(const DiffReport& report, const DiffWindow& window) {
    for (const ItemComparison& one : report.items)
        if (item_name(report, one) == window.item) return one.parting ? &one : nullptr;
    return nullptr;
}

std::string diff_parting_sentence(const DiffReport& report, const ItemComparison& item) {
    const Divergence& at = item.parting->at;
    std::string out = visible(item_name(report, item)) + ": ";
    if (item.verdict == DiffVerdict::steady_different) out += "both steady, ";
    out += "different";
    if (item.parting->token_index)
        out += fmt::format(" at token {} (by {})", *item.parting->token_index,
                           item.parting->token_source);
    else if (item.parting->token_estimate)
        out += fmt::format(" near token {:.0f} (estimated from lengths)",
                           *item.parting->token_estimate);
    return out + fmt::format(", {} code point {} (byte {}), {}", to_word(at.channel), at.code_point,
                             at.byte, to_word(at.kind));
}

std::string diff_side_words(const DiffReport& report, const DiffedCondition& one) {
    std::string out = visible(one.engine);
    if (several_experiments(report)) out += " of " + visible(one.experiment);
    return out;
}

std::string diff_incomplete_sentence(const DiffReport& report) {
    const auto& names = report.all.incomplete;
    if (names.empty()) return "";
    return fmt::format(
        "Missing, failed or unscored trials in {} ({}): compared by what there is, and left out of "
        "points and of what is fixed or regressed.",
        plural(static_cast<long long>(names.size()), "item", "items"), name_list(names));
}

}  // namespace kilter
