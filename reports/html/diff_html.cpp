#include "reports/html/diff_html.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/diff_sentences.hpp"
#include "reports/sentences.hpp"
#include "reports/table.hpp"

namespace kilter {

namespace {

constexpr std::size_t k_rows = 500;  // items in the table

std::string paragraph(const std::string& text, std::string_view css = "") {
    if (text.empty()) return "";
    return css.empty() ? "<p>" + html_escape(text) + "</p>\n"
                       : fmt::format("<p class=\"{}\">{}</p>\n", css, html_escape(text));
}

std::string select_html(std::string_view name, std::string_view label,
                        const std::vector<SideChoice>& choices, const std::string& chosen) {
    std::string out = fmt::format("<label><span>{}</span><select name=\"{}\">", label, name);
    for (const SideChoice& one : choices)
        out += fmt::format("<option value=\"{}\"{}>{}</option>", html_escape(one.value),
                           one.value == chosen ? " selected" : "", html_escape(one.label));
    return out + "</select></label>\n";
}

std::string verdict_html(const DiffReport& report) {
    const Comparison& all = report.all;
    const DiffEnd end = end_of(report);
    const char* css = end == DiffEnd::same ? "good" : end == DiffEnd::differs ? "bad" : "warn";
    const char* mark = end == DiffEnd::same ? "=" : end == DiffEnd::differs ? "≠" : "–";
    std::string out = fmt::format(
        "<section aria-labelledby=\"verdict-h\">\n<h2 id=\"verdict-h\">Verdict</h2>\n<p "
        "class=\"verdict {}\"><b>{} {}</b></p>\n",
        css, mark, html_escape(diff_headline(report)));
    if (end == DiffEnd::undecided)
        out += paragraph(
            "Nothing differs in what is there, but something is missing: no verdict of same.");
    if (all.compared > 0) out += paragraph(diff_levels_sentence(report));
    if (all.verdict == DiffVerdict::identical) out += paragraph(diff_bound_sentence(report));
    if (all.compared > 0 && all.verdict != DiffVerdict::identical)
        out += paragraph(diff_excess_sentence(report));
    if (all.other_finish > 0)
        out += paragraph(fmt::format("{} gave one output with two finish reasons.",
                                     plural(all.other_finish, "item", "items")));
    out += paragraph(diff_incomplete_sentence(report), "warn");
    return out + "</section>\n";
}

void add_change(const char* label, const std::vector<std::string>& names, std::string& out) {
    std::string listed;
    for (const std::string& name : names) listed += (listed.empty() ? "" : ", ") + name;
    out += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td>{}</td></tr>\n",
                       label, names.size(), html_escape(listed));
}

std::string points_html(const DiffReport& report) {
    const DiffChanges& changes = report.all.changes;
    std::string out =
        "<section aria-labelledby=\"points-h\">\n<h2 id=\"points-h\">Points and what "
        "changed</h2>\n" +
        paragraph(diff_points_sentence(report)) +
        "<div class=\"scroll\" role=\"region\" aria-label=\"Table of what changed\" "
        "tabindex=\"0\"><table class=\"changes\"><thead><tr><th scope=\"col\">from a "
        "to b</th><th scope=\"col\" class=\"n\">items</th><th scope=\"col\">which</th>"
        "</tr></thead><tbody>\n";
    add_change("newly unstable", changes.newly_unstable, out);
    add_change("newly stable", changes.newly_stable, out);
    add_change("fixed", changes.fixed, out);
    add_change("regressed", changes.regressed, out);
    add_change("still failing", changes.still_failing, out);
    out += "</tbody></table></div>\n";
    return out + paragraph(diff_changes_sentence(report)) + "</section>\n";
}

std::string item_row(const DiffReport& report, const ItemComparison& item, const ItemHref& href) {
    const std::string name = html_escape(item_name(report, item));
    const auto cell = [](const std::string& text, const char* css = "") {
        return fmt::format("<td{}>{}</td>", css, html_escape(text));
    };
    return fmt::format(
               "<tr><th scope=\"row\">{0}</th><td><a href=\"{1}\" aria-label=\"{0} of a\">a</a> <a "
               "href=\"{2}\" aria-label=\"{0} of b\">b</a></td>",
               name, html_escape(href(report.a, item)), html_escape(href(report.b, item))) +
           cell(item.verdict ? std::string{diff_verdict_words(*item.verdict)} : "not compared") +
           cell(diff_sizes_cell(item.a)) + cell(diff_sizes_cell(item.b)) +
           cell(item.excess ? fmt::format("{:.2f}", *item.excess) : "n/a", " class=\"n\"") +
           cell(diff_parting_cell(item)) + cell(diff_token_cell(item), " class=\"n\"") +
           cell(diff_points_cell(item)) + "</tr>\n";
}

std::string items_html(const DiffReport& report, const ItemHref& href) {
    std::vector<const ItemComparison*> parted;
    for (const ItemComparison& item : report.items)
        if (item.differs() || !item.verdict) parted.push_back(&item);
    std::string out =
        "<section aria-labelledby=\"parted-h\">\n<h2 id=\"parted-h\">Items that differ</h2>\n";
    if (parted.empty()) return out + "<p>None.</p>\n</section>\n";
    out +=
        "<p class=\"read\">a, b: how many runs gave the same output, the largest group first. E: "
        "what the sides differ beyond what each differs from itself.</p>\n<div class=\"scroll\" "
        "role=\"region\" aria-label=\"Table of the items\" tabindex=\"0\">\n<table "
        "class=\"parted\"><thead><tr><th scope=\"col\">item</th><th scope=\"col\">open</th><th "
        "scope=\"col\">verdict</th><th scope=\"col\">a</th><th scope=\"col\">b</th><th "
        "scope=\"col\" class=\"n\">E</th><th scope=\"col\">parts at</th><th scope=\"col\" "
        "class=\"n\">token</th><th scope=\"col\">points</th></tr></thead><tbody>\n";
    const std::size_t shown = std::min(parted.size(), k_rows);
    for (std::size_t i = 0; i < shown; ++i) out += item_row(report, *parted[i], href);
    out += "</tbody></table>\n</div>\n";
    if (shown < parted.size())
        out += paragraph(
            fmt::format("And {} more: kilter diff --json has all of them.", parted.size() - shown));
    return out + "</section>\n";
}

std::string side_text(const char* label, const std::string& text, bool absent) {
    const std::string shown = absent         ? "<span class=\"cut\">no such text</span>"
                              : text.empty() ? "<span class=\"cut\">ends here</span>"
                                             : html_escape(text);
    return fmt::format("<div><h4>{}</h4><div class=\"text\">{}</div></div>\n", label, shown);
}

std::string windows_html(const DiffReport& report) {
    std::string out;
    for (const DiffWindow& window : report.windows) {
        const ItemComparison* item = diff_window_item(report, window);
        if (item == nullptr) continue;
        out += "<h3>" + html_escape(diff_parting_sentence(report, *item)) + "</h3>\n";
        if (!window.before.empty()) {
            const std::string skipped =
                window.skipped > 0
                    ? fmt::format("<span class=\"cut\">… {} code points …</span> ", window.skipped)
                    : "";
            out +=
                "<div class=\"text before\">" + skipped + html_escape(window.before) + "</div>\n";
        }
        out += "<div class=\"sides\">\n" + side_text("a goes on", window.text_a, window.absent_a) +
               side_text("b goes on", window.text_b, window.absent_b) + "</div>\n";
    }
    if (out.empty()) return "";
    return "<section aria-labelledby=\"texts-h\">\n<h2 id=\"texts-h\">Where the first of them "
           "part</h2>\n" +
           out + "</section>\n";
}

std::string conditions_html(const DiffReport& report) {
    std::string out =
        "<section aria-labelledby=\"settings-h\">\n<h2 id=\"settings-h\">Settings "
        "that differ</h2>\n";
    if (report.settings.empty())
        out += "<p>No setting that kilter knows differs between the sides.</p>\n";
    else
        out +=
            "<div class=\"scroll\" role=\"region\" aria-label=\"Table of the settings\" "
            "tabindex=\"0\"><table class=\"settings\"><thead><tr><th scope=\"col\">setting</th>"
            "<th scope=\"col\">a</th><th scope=\"col\">b</th></tr></thead><tbody>\n";
    for (const SettingDifference& one : report.settings)
        out += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n",
                           html_escape(one.name), html_escape(diff_setting_value(one.a)),
                           html_escape(diff_setting_value(one.b)));
    if (!report.settings.empty()) out += "</tbody></table></div>\n";
    if (report.bytes_known > 0)
        out += paragraph(fmt::format("Requests the same to the byte: {} of {}.", report.same_bytes,
                                     plural(report.bytes_known, "item", "items")));
    for (const auto* only : {&report.only_a, &report.only_b})
        if (!only->empty())
            out += paragraph(fmt::format("Asked of {} alone: {}.",
                                         only == &report.only_a ? "a" : "b", name_list(*only)));
    for (const std::string& warning : report.warnings) out += paragraph("Note: " + warning);
    return out + "</section>\n";
}

}  // namespace

std::string compare_form_html(const CompareForm& form) {
    std::vector<SideChoice> levels;
    for (const Level level : k_levels)
        levels.push_back({std::string{to_word(level)}, std::string{to_word(level)}});
    return "<form class=\"compare filters\" method=\"get\" action=\"/compare\">\n" +
           select_html("a", "a, before", form.choices, form.a) +
           select_html("b", "b, after", form.choices, form.b) +
           select_html("level", "level", levels, form.level.empty() ? "content" : form.level) +
           "<button type=\"submit\">Compare</button>\n</form>\n";
}

std::string diff_html(const DiffReport& report, const ItemHref& href) {
    std::string suites;
    for (const std::string& suite : report.suites) suites += (suites.empty() ? "" : ", ") + suite;
    std::string out = fmt::format(
        "<p class=\"compared\"><b>a</b> {}; <b>b</b> {}; {} of {}, {} a side, level {}</p>\n",
        html_escape(diff_side_words(report, report.a)),
        html_escape(diff_side_words(report, report.b)), plural(report.all.items, "item", "items"),
        html_escape(suites), plural(report.runs, "run", "runs"), to_word(report.level));
    return out + verdict_html(report) + points_html(report) + items_html(report, href) +
           windows_html(report) + conditions_html(report);
}

}  // namespace kilter
