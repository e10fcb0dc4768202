#include "reports/html/board_html.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/board_sections.hpp"
#include "reports/board_table.hpp"
#include "reports/html/leaderboard_html.hpp"
#include "reports/html/methods_html.hpp"
#include "reports/sentences.hpp"
#include "reports/table.hpp"

namespace kilter {

namespace {

std::string unstable_words(const EngineSummary& sum) {
    if (sum.measurable == 0) return "stability was not measured";
    if (sum.unstable == 0)
        return fmt::format("0 of {} items differed in {} runs, which leaves up to {} open (95%)",
                           sum.measurable, sum.runs,
                           sum.unstable_ci95 ? percent(sum.unstable_ci95->high) : "100%");
    std::string out = fmt::format("{} of {} items gave different output in {} runs", sum.unstable,
                                  sum.measurable, sum.runs);
    if (sum.unstable_ci95)
        out += fmt::format(" (95%: {} to {})", percent(sum.unstable_ci95->low),
                           percent(sum.unstable_ci95->high));
    return out;
}

std::string gates_html(const Board& board) {
    if (board.gates.empty()) return "";
    std::string out = "<ul class=\"gates\">\n";
    for (const GateResult& gate : board.gates) {
        out +=
            fmt::format("<li class=\"{}\"><b>{} {}</b><span>{} / {}: {}</span></li>\n",
                        to_word(gate.state), gate_mark(gate.state), gate_word(gate.state),
                        html_escape(gate.engine), html_escape(gate.suite), html_escape(gate.line));
    }
    return out + "</ul>\n";
}

std::string verdict_html(const Board& board) {
    std::string out =
        "<section aria-labelledby=\"verdict-h\">\n<h2 id=\"verdict-h\">Verdict</h2>\n" +
        gates_html(board);
    if (board.partial) out += "<p><b>Partial:</b> some planned trials are missing.</p>\n";
    const bool one_suite = board_suites(board).size() == 1;
    out += "<ul class=\"verdicts\">\n";
    for (const BoardRow& row : board.rows)
        out += "<li><b>" + html_escape(one_suite ? row.engine : row.engine + " / " + row.suite) +
               "</b>: " + html_escape(headline(row)) + "</li>\n";
    return out + "</ul>\n</section>\n";
}

std::string sentences_html(const std::vector<const BoardRow*>& rows) {
    std::string out = "<details><summary>All that was seen, engine by engine</summary>\n";
    for (const BoardRow* row : rows) {
        out += "<h4>" + html_escape(row_name(*row, rows)) + "</h4><ul>\n";
        for (const std::string& sentence : row_sentences(*row))
            out += "<li>" + html_escape(sentence) + "</li>\n";
        for (const std::string& note : row_notes(row->summary))
            out += "<li>" + html_escape(note) + "</li>\n";
        out += "</ul>\n";
    }
    return out + "</details>\n";
}

// "2026-11-29 12:00 UTC" of an ISO 8601 time in UTC.
std::string minute_of(const std::string& time) {
    std::string out = time.substr(0, 16);
    std::replace(out.begin(), out.end(), 'T', ' ');
    return out.empty() ? out : out + " UTC";
}

std::string head_html(const PageExperiment& experiment, const Board& board) {
    std::string suites;
    for (const std::string& suite : board_suites(board))
        suites += (suites.empty() ? "" : ", ") + suite;
    return fmt::format(
        "<header class=\"head\"><h1>Accuracy and stability</h1><p>{}, K = {}; experiment {} ({}), "
        "{}; {}</p><div id=\"page-tools\"></div></header>\n",
        html_escape(suites), experiment.runs, html_escape(experiment.id),
        html_escape(experiment.kind), html_escape(minute_of(experiment.created_at)),
        html_escape(experiment.version));
}

}  // namespace

std::string headline(const BoardRow& row) {
    const EngineSummary& sum = row.summary;
    std::string out = sum.points_mean ? fmt::format("{} of {} points; ", points_cell(sum),
                                                    number_text(sum.attainable))
                                      : "";
    out += unstable_words(sum);
    if (sum.value_flips.count > 0)
        out += fmt::format("; {} changed an extracted value",
                           plural(sum.value_flips.count, "item", "items"));
    if (!sum.majority_harmful.empty())
        out += fmt::format(
            "; the majority is wrong on {} where some run was right",
            plural(static_cast<long long>(sum.majority_harmful.size()), "item", "items"));
    if (sum.loops.count > 0)
        out += fmt::format("; {} of {} runs ended in a loop", sum.loops.count, sum.loops.of);
    if (sum.failed > 0) out += fmt::format("; {} of {} trials failed", sum.failed, sum.stored);
    if (sum.missing > 0)
        out += fmt::format("; {} of {} trials are missing", sum.missing, sum.planned);
    return out + ".";
}

std::string page_title(const PageExperiment& experiment, const Board& board) {
    const auto suites = board_suites(board);
    return html_escape((suites.empty() ? std::string{"kilter"} : suites.front()) +
                       (suites.size() > 1 ? " and more" : "") + ": accuracy and stability, " +
                       experiment.id);
}

std::string board_html(const PageExperiment& experiment, const Board& board) {
    std::string out =
        head_html(experiment, board) + "<main>\n" + verdict_html(board) +
        "<section aria-labelledby=\"board-h\">\n<h2 id=\"board-h\">Leaderboard</h2>\n";
    for (const std::string& suite : board_suites(board)) {
        const auto rows = board_rows(board, suite);
        out += "<h3>" + html_escape(board_title(rows)) + "</h3>\n";
        for (const std::string& sentence : board_cautions(rows))
            out += "<p>" + html_escape(sentence) + "</p>\n";
        out += leaderboard_html(rows, experiment.engines) + sentences_html(rows);
    }
    if (!board.totals.empty()) out += totals_html(board);
    return out +
           "</section>\n<p class=\"scripts-off\">Charts, items and runs need scripts, which are "
           "off "
           "here. The tables above hold without them.</p>\n<div id=\"app\"></div>\n" +
           methods_html() + "</main>\n";
}

}  // namespace kilter
