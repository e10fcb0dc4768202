#include "reports/board_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/terminal.hpp"
#include "reports/board_sections.hpp"
#include "reports/board_table.hpp"
#include "reports/identity_sentences.hpp"
#include "reports/remedy.hpp"
#include "reports/sentences.hpp"
#include "reports/table.hpp"

namespace kilter {

namespace {

std::string condition_words(const BoardRow& row) {
    if (row.imported) return "imported answers";
    std::string words =
        fmt::format("{}, {} at a time, cache {}, max_tokens {}", row.condition.order,
                    row.condition.concurrency, row.condition.cache, row.condition.max_tokens);
    if (row.condition.stop_loops)
        words += fmt::format(", loops cut at {} repeats", *row.condition.stop_loops);
    return words;
}

// The condition once where all rows share it, otherwise with each engine's sentences.
bool one_condition(const std::vector<const BoardRow*>& rows) {
    return std::all_of(rows.begin(), rows.end(), [&](const BoardRow* row) {
        return condition_words(*row) == condition_words(*rows.front());
    });
}

Paint paint_of(GateState state) {
    if (state == GateState::holds) return Paint::good;
    if (state == GateState::left_out) return Paint::faint;
    return state == GateState::fails ? Paint::bad : Paint::warn;
}

constexpr std::size_t k_gate_indent = 15;
constexpr std::size_t k_gate_columns = 40;  // below it the state has a line of its own

std::string gates_text(const Board& board, const TextStyle& style) {
    std::string out;
    const bool narrow = style.columns < k_gate_columns;
    for (const GateResult& gate : board.gates) {
        out += paint(fmt::format("{} {:<12}", gate_mark(gate.state), gate_word(gate.state)),
                     paint_of(gate.state), style);
        out += narrow ? "\n  " : " ";
        out += wrap(fmt::format("{} / {}: {}", visible(gate.engine), visible(gate.suite),
                                visible(gate.line)),
                    narrow ? 2 : k_gate_indent, style);
    }
    return out.empty() ? out : out + "\n";
}

// Below the table: an engine in words.
std::string engine_text(const BoardRow& row, const std::string& name, bool with_condition,
                        const TextStyle& style) {
    const EngineSummary& sum = row.summary;
    const bool trouble = sum.unstable > 0 || sum.failed > 0 || sum.missing > 0;
    std::string out = paint(wrap(name, 2, style), trouble ? Paint::bad : Paint::strong, style);
    if (with_condition) out += "  " + wrap(condition_words(row) + ".", 2, style);
    for (const std::string& sentence : row_sentences(row)) out += "  " + wrap(sentence, 2, style);
    for (const std::string& note : row_notes(sum))
        out += "  " + paint(wrap("note: " + note, 2, style), Paint::faint, style);
    return out;
}

std::string fields_text(const std::vector<const BoardRow*>& rows, const TextStyle& style,
                        std::vector<Table>& shown) {
    std::string out;
    for (const BoardRow* row : rows) {
        const Table table = fields_table(*row);
        if (table.rows.empty()) continue;
        const std::string title = fmt::format("{}: fields, most wrong first", row_name(*row, rows));
        out += "\n" + paint(wrap(title, 2, style), Paint::strong, style);
        out += terminal_table(table, style.columns);
        shown.push_back(fit_table(table, style.columns));
    }
    return out;
}

// HTML for itself and, as it opens with a tag, no Markdown; closed by an empty line.
std::string fields_markdown(const BoardRow& row, const std::string& name) {
    const Table table = fields_table(row);
    if (table.rows.empty()) return "";
    return "<details><summary>Fields of " + html_escape(name) + ", most wrong first</summary>\n\n" +
           markdown_table(table) + "\n</details>\n\n";
}

std::string engine_markdown(const BoardRow& row, const std::string& name, bool with_condition) {
    std::string out = "**" + markdown_escape(name) + "**";
    if (with_condition) out += " (" + markdown_escape(condition_words(row)) + ")";
    out += "\n\n";
    for (const std::string& sentence : row_sentences(row))
        out += "- " + markdown_escape(sentence) + "\n";
    for (const std::string& note : row_notes(row.summary))
        out += "- note: " + markdown_escape(note) + "\n";
    if (const std::string declared = declared_words(row.notes); !declared.empty())
        out += "- declared: " + markdown_escape(declared) + "\n";
    return out + "\n" + fields_markdown(row, name);
}

}  // namespace

std::string board_text(const Board& board, const TextStyle& style, bool with_fields) {
    std::string out = gates_text(board, style);
    std::vector<Table> shown;
    for (const std::string& suite : board_suites(board)) {
        const auto rows = board_rows(board, suite);
        const bool shared = one_condition(rows);
        out += paint(wrap(board_title(rows), 0, style), Paint::strong, style);
        if (shared) out += wrap(condition_words(*rows.front()), 0, style);
        const Table table = leaderboard(rows, board.sorted_by);
        out += "\n" + terminal_table(table, style.columns);
        for (const std::string& sentence : board_cautions(rows)) out += wrap(sentence, 0, style);
        out += "\n";
        shown.push_back(fit_table(table, style.columns));
        for (const BoardRow* row : rows)
            out += engine_text(*row, row_name(*row, rows), !shared, style);
        if (with_fields) out += fields_text(rows, style, shown);
        out += "\n";
    }
    if (!board.totals.empty()) out += terminal_table(totals_table(board), style.columns) + "\n";
    if (board.remedy) {
        out += wrap(remedy_title(*board.remedy), 0, style);
        out += terminal_table(remedy_table(*board.remedy), style.columns) + "\n";
    }
    if (board.partial) out += wrap("Partial: some planned trials are missing.", 0, style);
    return out + paint(wrap(legend_of(shown), 0, style), Paint::faint, style);
}

std::string board_markdown(const Board& board) {
    std::string out = "# kilter: accuracy and stability\n\n";
    for (const GateResult& gate : board.gates)
        out += fmt::format("- {} **{}** {} / {}: {}\n", gate_mark(gate.state),
                           gate_word(gate.state), markdown_escape(gate.engine),
                           markdown_escape(gate.suite), markdown_escape(gate.line));
    if (!board.gates.empty()) out += "\n";
    std::vector<Table> shown;
    for (const std::string& suite : board_suites(board)) {
        const auto rows = board_rows(board, suite);
        out += "## " + markdown_escape(board_title(rows)) + "\n\n";
        if (one_condition(rows)) out += markdown_escape(condition_words(*rows.front())) + "\n\n";
        shown.push_back(leaderboard(rows, board.sorted_by));
        out += markdown_table(shown.back()) + "\n";
        for (const std::string& sentence : board_cautions(rows))
            out += markdown_escape(sentence) + "\n\n";
        for (const BoardRow* row : rows) {
            out += engine_markdown(*row, row_name(*row, rows), !one_condition(rows));
            shown.push_back(fields_table(*row));
        }
    }
    if (!board.totals.empty()) out += markdown_table(totals_table(board)) + "\n";
    if (board.partial) out += "Partial: some planned trials are missing.\n\n";
    return out + markdown_escape(legend_of(shown)) + "\n";
}

}  // namespace kilter
