#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text/terminal.hpp"
#include "reports/diff_report.hpp"
#include "reports/sentences.hpp"
#include "reports/show_parts.hpp"
#include "scorers/statistics/fisher.hpp"

namespace kilter {

namespace {

constexpr std::size_t k_rows = 20;  // items that the table shows
constexpr std::size_t k_window_lines = 3;

std::string_view words_of(DiffVerdict verdict) {
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

// "3": one output; "2+1": two.
std::string sizes_cell(const DiffSide& side) {
    constexpr std::size_t k_shown = 4;
    std::string out;
    for (std::size_t i = 0; i < std::min(side.sizes.size(), k_shown); ++i)
        out += (i > 0 ? "+" : "") + std::to_string(side.sizes[i]);
    if (side.sizes.size() > k_shown) out += "+..";
    if (side.valid < side.planned)
        out += fmt::format("{}/{}", out.empty() ? "0" : " ", side.planned);
    return out;
}

std::string parting_cell(const ItemComparison& item) {
    if (!item.parting) return "";
    const Divergence& at = item.parting->at;
    if (at.kind == DivergenceKind::equal) return "not the modal runs";
    if (at.kind == DivergenceKind::absent) return fmt::format("{} absent", to_word(at.channel));
    return fmt::format("{} {}", to_word(at.channel), at.code_point);
}

std::string token_cell(const ItemComparison& item) {
    if (!item.parting) return "";
    if (item.parting->token_index) return std::to_string(*item.parting->token_index);
    if (!item.parting->token_estimate) return "";
    return fmt::format("~{:.0f}", *item.parting->token_estimate);
}

std::string points_cell(const ItemComparison& item) {
    const auto shown = [](const std::optional<double>& points) {
        return points ? number_text(std::round(*points * 100) / 100) : std::string{"n/a"};
    };
    if (!item.a.points && !item.b.points) return "";
    return shown(item.a.points) + " > " + shown(item.b.points);
}

std::string p_words(const PermutationTest& test) {
    return fmt::format("p {}{}", test.p < 0.0001 ? "< 0.0001" : fmt::format("= {:.4f}", test.p),
                       test.exact ? "" : ", by 10,000 draws");
}

bool several_experiments(const DiffReport& report) {
    return report.a.experiment != report.b.experiment;
}

std::string headline(const DiffReport& report) {
    const Comparison& all = report.all;
    if (!all.verdict) return "nothing could be compared";
    const auto at = all.items_by_verdict.find(DiffVerdict::identical);
    const int same = at == all.items_by_verdict.end() ? 0 : at->second;
    if (*all.verdict == DiffVerdict::identical)
        return fmt::format("identical: {} of {} items gave one output on both sides", same,
                           all.compared);
    std::string out = fmt::format("{}: {} of {} items differ", words_of(*all.verdict),
                                  all.compared - same, all.compared);
    std::string parts;
    for (const DiffVerdict verdict : k_diff_verdicts) {
        const auto one = all.items_by_verdict.find(verdict);
        if (one == all.items_by_verdict.end() || verdict == DiffVerdict::identical) continue;
        parts += fmt::format("{}{} {}", parts.empty() ? "" : "; ", one->second, words_of(verdict));
    }
    return parts.find(';') == std::string::npos ? out : out + " (" + parts + ")";
}

Paint headline_paint(const DiffReport& report) {
    switch (end_of(report)) {
        case DiffEnd::same:
            return Paint::good;
        case DiffEnd::differs:
            return Paint::bad;
        case DiffEnd::undecided:
            return Paint::warn;
    }
    return Paint::plain;
}

std::string sentence(const std::string& text, const TextStyle& style) {
    return wrap(text, 0, style);
}

std::string excess_sentence(const DiffReport& report) {
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

std::string identical_sentence(const DiffReport& report) {
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

// What identical runs leave open.
std::string bound_sentence(const DiffReport& report) {
    const auto bound = wilson95(0, report.all.compared);
    if (!bound) return "";
    return fmt::format(
        "A zero of {} items leaves up to {} of such items open (95%), and {} a side see a rare "
        "output seldom.",
        report.all.compared, percent(bound->high), plural(report.runs, "run", "runs"));
}

std::string points_sentence(const DiffReport& report) {
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

void add_change(const char* label, const std::vector<std::string>& names, const TextStyle& style,
                std::string& out) {
    if (names.empty()) return;
    out += "  " +
           wrap(fmt::format("{:<15} {:>3}  {}", label, names.size(), name_list(names)), 23, style);
}

std::string changes_text(const DiffReport& report, const TextStyle& style) {
    const DiffChanges& changes = report.all.changes;
    std::string out;
    add_change("newly unstable", changes.newly_unstable, style, out);
    add_change("newly stable", changes.newly_stable, style, out);
    add_change("fixed", changes.fixed, style, out);
    add_change("regressed", changes.regressed, style, out);
    add_change("still failing", changes.still_failing, style, out);
    if (changes.test && !(changes.fixed.empty() && changes.regressed.empty())) {
        std::string test =
            fmt::format("McNemar, exact, of fixed against regressed: p = {:.4f}", changes.test->p);
        const auto moved = changes.fixed.size() + changes.regressed.size();
        if (moved < static_cast<std::size_t>(k_fewest_discordant))
            test += fmt::format("; fewer than {} items that changed sides cannot reach 0.05",
                                k_fewest_discordant);
        out += "  " + wrap(test, 4, style);
    }
    return out;
}

std::string settings_text(const DiffReport& report, const TextStyle& style) {
    if (report.settings.empty())
        return wrap("No setting that kilter knows differs between the sides.", 0, style);
    std::string out = "Settings that differ\n";
    for (const SettingDifference& one : report.settings) {
        const auto shown = [](const std::string& value) {
            return value.empty() ? std::string{"(not set)"} : ellipsize(visible(value), 60);
        };
        out +=
            "  " + wrap(fmt::format("{}: {} > {}", visible(one.name), shown(one.a), shown(one.b)),
                        4, style);
    }
    return out;
}

std::string parting_head(const DiffReport& report, const ItemComparison& item) {
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

std::string windows_text(const DiffReport& report, const TextStyle& style) {
    std::string out;
    for (const DiffWindow& window : report.windows) {
        const auto item = std::find_if(
            report.items.begin(), report.items.end(),
            [&](const ItemComparison& one) { return item_name(report, one) == window.item; });
        if (item == report.items.end() || !item->parting) continue;
        out += "\n" + paint(wrap(parting_head(report, *item), 2, style), Paint::strong, style);
        if (!window.before.empty()) {
            std::string before = window.before;
            if (window.skipped > 0)
                before = fmt::format("...[{} code points]... ", window.skipped) + before;
            out += labelled_text("  before  ", before, 2, style);
        }
        const auto shown = [](const std::string& text, bool absent) {
            if (absent) return std::string{"(no such text)"};
            return text.empty() ? std::string{"(ends here)"} : text;
        };
        out += labelled_text("  a       ", shown(window.text_a, window.absent_a), k_window_lines,
                             style);
        out += labelled_text("  b       ", shown(window.text_b, window.absent_b), k_window_lines,
                             style);
    }
    return out;
}

std::string condition_words(const DiffReport& report, const DiffedCondition& one) {
    std::string out = visible(one.engine);
    if (several_experiments(report)) out += " of " + visible(one.experiment);
    return out;
}

std::string incomplete_sentence(const DiffReport& report) {
    const auto& names = report.all.incomplete;
    if (names.empty()) return "";
    return fmt::format(
        "Missing, failed or unscored trials in {} ({}): compared by what there is, and left out of "
        "points and of what is fixed or regressed.",
        plural(static_cast<long long>(names.size()), "item", "items"), name_list(names));
}

}  // namespace

std::string item_name(const DiffReport& report, const ItemComparison& item) {
    return report.several_suites() ? item.suite + "/" + item.item : item.item;
}

DiffEnd end_of(const DiffReport& report) {
    const Comparison& all = report.all;
    if (all.verdict && *all.verdict != DiffVerdict::identical) return DiffEnd::differs;
    const bool whole = all.items > 0 && all.compared == all.items && all.incomplete.empty();
    return whole ? DiffEnd::same : DiffEnd::undecided;
}

Table diff_table(const DiffReport& report) {
    Table table;
    table.columns = {{"item", Align::left},   {"verdict", Align::left},   {"a", Align::left},
                     {"b", Align::left},      {"E", Align::right, 1},     {"parts at", Align::left},
                     {"token", Align::right}, {"points", Align::right, 2}};
    table.list_below = 60;
    for (const ItemComparison& item : report.items) {
        if (!item.differs() && item.verdict) continue;
        if (table.rows.size() == k_rows) break;
        table.rows.push_back({visible(item_name(report, item)),
                              std::string{item.verdict ? words_of(*item.verdict) : "not compared"},
                              sizes_cell(item.a), sizes_cell(item.b),
                              item.excess ? fmt::format("{:.2f}", *item.excess) : "n/a",
                              parting_cell(item), token_cell(item), points_cell(item)});
    }
    return table;
}

std::string diff_text(const DiffReport& report, const TextStyle& style) {
    const Comparison& all = report.all;
    std::string out = wrap("a  " + condition_words(report, report.a), 3, style) +
                      wrap("b  " + condition_words(report, report.b), 3, style);
    std::string suites;
    for (const std::string& suite : report.suites)
        suites += (suites.empty() ? "" : ", ") + visible(suite);
    out += wrap(fmt::format("{} of {}, {} a side, level {}", plural(all.items, "item", "items"),
                            suites, plural(report.runs, "run", "runs"), to_word(report.level)),
                0, style);
    out += "\n" + paint(wrap(headline(report), 2, style), headline_paint(report), style);
    if (all.compared > 0) out += sentence(identical_sentence(report), style);
    if (all.verdict == DiffVerdict::identical) out += sentence(bound_sentence(report), style);
    if (all.compared > 0 && all.verdict != DiffVerdict::identical)
        out += sentence(excess_sentence(report), style);
    if (all.other_finish > 0)
        out += sentence(fmt::format("{} gave one output with two finish reasons.",
                                    plural(all.other_finish, "item", "items")),
                        style);
    const Table table = diff_table(report);
    if (!table.rows.empty()) {
        out += "\n" + terminal_table(table, style.columns);
        const int unshown = all.items - static_cast<int>(table.rows.size()) -
                            (all.items_by_verdict.count(DiffVerdict::identical) > 0
                                 ? all.items_by_verdict.at(DiffVerdict::identical)
                                 : 0);
        if (unshown > 0) out += fmt::format("and {} more: --json has all of them\n", unshown);
    }
    out += windows_text(report, style);
    out += "\n" + sentence(points_sentence(report), style) + changes_text(report, style);
    if (const std::string lacking = incomplete_sentence(report); !lacking.empty())
        out += paint(sentence(lacking, style), Paint::warn, style);
    out += "\n" + settings_text(report, style);
    if (report.bytes_known > 0)
        out += sentence(fmt::format("Requests the same to the byte: {} of {}.", report.same_bytes,
                                    plural(report.bytes_known, "item", "items")),
                        style);
    for (const auto* only : {&report.only_a, &report.only_b})
        if (!only->empty())
            out += sentence(fmt::format("Asked of {} alone: {}.",
                                        only == &report.only_a ? "a" : "b", name_list(*only)),
                            style);
    for (const std::string& warning : report.warnings)
        out += sentence("Note: " + visible(warning), style);
    return out;
}

}  // namespace kilter
