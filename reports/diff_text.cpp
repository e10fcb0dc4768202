#include <fmt/format.h>

#include <algorithm>

#include "base/text/terminal.hpp"
#include "reports/diff_report.hpp"
#include "reports/diff_sentences.hpp"
#include "reports/sentences.hpp"
#include "reports/show_parts.hpp"

namespace kilter {

namespace {

constexpr std::size_t k_rows = 20;  // items that the table shows
constexpr std::size_t k_window_lines = 3;

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
    if (const std::string test = diff_changes_sentence(report); !test.empty())
        out += "  " + wrap(test, 4, style);
    return out;
}

std::string settings_text(const DiffReport& report, const TextStyle& style) {
    if (report.settings.empty())
        return wrap("No setting that kilter knows differs between the sides.", 0, style);
    std::string out = "Settings that differ\n";
    for (const SettingDifference& one : report.settings) {
        out += "  " + wrap(fmt::format("{}: {} > {}", visible(one.name), diff_setting_value(one.a),
                                       diff_setting_value(one.b)),
                           4, style);
    }
    return out;
}

std::string windows_text(const DiffReport& report, const TextStyle& style) {
    std::string out;
    for (const DiffWindow& window : report.windows) {
        const ItemComparison* item = diff_window_item(report, window);
        if (item == nullptr) continue;
        out += "\n" +
               paint(wrap(diff_parting_sentence(report, *item), 2, style), Paint::strong, style);
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
        table.rows.push_back(
            {visible(item_name(report, item)),
             std::string{item.verdict ? diff_verdict_words(*item.verdict) : "not compared"},
             diff_sizes_cell(item.a), diff_sizes_cell(item.b),
             item.excess ? fmt::format("{:.2f}", *item.excess) : "n/a", diff_parting_cell(item),
             diff_token_cell(item), diff_points_cell(item)});
    }
    return table;
}

std::string diff_text(const DiffReport& report, const TextStyle& style) {
    const Comparison& all = report.all;
    std::string out = wrap("a  " + diff_side_words(report, report.a), 3, style) +
                      wrap("b  " + diff_side_words(report, report.b), 3, style);
    std::string suites;
    for (const std::string& suite : report.suites)
        suites += (suites.empty() ? "" : ", ") + visible(suite);
    out += wrap(fmt::format("{} of {}, {} a side, level {}", plural(all.items, "item", "items"),
                            suites, plural(report.runs, "run", "runs"), to_word(report.level)),
                0, style);
    out += "\n" + paint(wrap(diff_headline(report), 2, style), headline_paint(report), style);
    if (all.compared > 0) out += sentence(diff_levels_sentence(report), style);
    if (all.verdict == DiffVerdict::identical) out += sentence(diff_bound_sentence(report), style);
    if (all.compared > 0 && all.verdict != DiffVerdict::identical)
        out += sentence(diff_excess_sentence(report), style);
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
    out += "\n" + sentence(diff_points_sentence(report), style) + changes_text(report, style);
    if (const std::string lacking = diff_incomplete_sentence(report); !lacking.empty())
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
