#include "reports/board_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/terminal.hpp"
#include "reports/sentences.hpp"
#include "reports/table.hpp"

namespace kilter {

namespace {

std::string count_cell(std::size_t count) {
    return count == 0 ? "0" : std::to_string(count);
}

Table leaderboard(const std::vector<const BoardRow*>& rows) {
    Table table;
    table.columns = {
        {"engine", Align::left},    {"points", Align::right},    {"95% CI", Align::right, 3},
        {"unstable", Align::right}, {"95% CI", Align::right, 1}, {"flips", Align::right},
        {"vote", Align::right},     {"wrong", Align::right},     {"loops", Align::right},
        {"fail", Align::right},     {"tok/s", Align::right, 2}};
    for (const BoardRow* row : rows) {
        const EngineSummary& sum = row->summary;
        table.rows.push_back(
            {visible(row->engine), points_cell(sum), points_error_cell(sum), unstable_cell(sum),
             unstable_bound_cell(sum), std::to_string(sum.value_flips.count), majority_cell(sum),
             sum.majority_of > 0 ? count_cell(sum.majority_errors.size()) : "-",
             std::to_string(sum.loops.count), std::to_string(sum.failed), speed_cell(sum)});
    }
    return table;
}

std::string condition_words(const BoardRow& row) {
    if (row.imported) return "imported answers";
    return fmt::format("{}, {} at a time, cache {}, max_tokens {}", row.condition.order,
                       row.condition.concurrency, row.condition.cache, row.condition.max_tokens);
}

// Rows of one suite stand together, in the board's order.
std::vector<std::string> suites_of(const Board& board) {
    std::vector<std::string> names;
    for (const BoardRow& row : board.rows)
        if (std::find(names.begin(), names.end(), row.suite) == names.end())
            names.push_back(row.suite);
    return names;
}

std::vector<const BoardRow*> rows_of(const Board& board, const std::string& suite) {
    std::vector<const BoardRow*> rows;
    for (const BoardRow& row : board.rows)
        if (row.suite == suite) rows.push_back(&row);
    return rows;
}

std::string suite_title(const std::vector<const BoardRow*>& rows) {
    const BoardRow& first = *rows.front();
    std::string title = fmt::format("{}: {} items, {:g} points", visible(first.suite),
                                    first.summary.items, first.summary.max_points);
    if (first.summary.attainable < first.summary.max_points)
        title += fmt::format(" ({:g} attainable)", first.summary.attainable);
    return title + fmt::format(", K = {}", first.summary.runs);
}

// The condition once where all rows share it, otherwise with each engine's sentences.
bool one_condition(const std::vector<const BoardRow*>& rows) {
    return std::all_of(rows.begin(), rows.end(), [&](const BoardRow* row) {
        return condition_words(*row) == condition_words(*rows.front());
    });
}

std::string points_text(const std::optional<double>& points) {
    return points ? fmt::format("{:.2f}", *points) : "-";
}

Table totals_table(const Board& board) {
    Table table;
    table.columns = {{"engine, all suites", Align::left},
                     {"points", Align::right},
                     {"of", Align::right},
                     {"vote", Align::right},
                     {"unstable", Align::right}};
    for (const BoardTotal& total : board.totals)
        table.rows.push_back({visible(total.engine), points_text(total.points),
                              fmt::format("{:g}", total.attainable),
                              points_text(total.majority_points),
                              fmt::format("{}/{}", total.unstable, total.unstable_of)});
    return table;
}

Paint paint_of(GateState state) {
    if (state == GateState::holds) return Paint::good;
    return state == GateState::fails ? Paint::bad : Paint::warn;
}

std::string gates_text(const Board& board, const TextStyle& style) {
    std::string out;
    for (const GateResult& gate : board.gates) {
        out += paint(fmt::format("{:<12}", to_word(gate.state)), paint_of(gate.state), style);
        out += fmt::format(" {} / {}: {}\n", visible(gate.engine), visible(gate.suite),
                           visible(gate.line));
    }
    return out.empty() ? out : out + "\n";
}

constexpr std::string_view k_legend =
    "points: mean of the runs. unstable: items whose runs differ in reasoning, answer or tool "
    "calls. "
    "flips: items with two different extracted values. vote: points of the strict majority; wrong: "
    "items where it is wrong. loops: runs that ended in one. fail: trials without an answer to "
    "score.";

}  // namespace

std::string board_text(const Board& board, const TextStyle& style) {
    std::string out = gates_text(board, style);
    for (const std::string& suite : suites_of(board)) {
        const auto rows = rows_of(board, suite);
        const bool shared = one_condition(rows);
        out += paint(suite_title(rows), Paint::strong, style) + "\n";
        if (shared) out += wrap(condition_words(*rows.front()), 0, style);
        out += "\n" + terminal_table(leaderboard(rows), style.columns) + "\n";
        for (const BoardRow* row : rows) {
            const EngineSummary& sum = row->summary;
            const bool trouble = sum.unstable > 0 || sum.failed > 0 || sum.missing > 0;
            out += paint(visible(row->engine), trouble ? Paint::bad : Paint::strong, style) + "\n";
            if (!shared) out += "  " + wrap(condition_words(*row) + ".", 2, style);
            for (const std::string& sentence : row_sentences(*row))
                out += "  " + wrap(sentence, 2, style);
            for (const std::string& warning : sum.warnings)
                out +=
                    "  " + paint(wrap("note: " + visible(warning), 2, style), Paint::faint, style);
        }
        out += "\n";
    }
    if (!board.totals.empty()) out += terminal_table(totals_table(board), style.columns) + "\n";
    if (board.partial) out += wrap("Partial: some planned trials are missing.", 0, style);
    return out + paint(wrap(k_legend, 0, style), Paint::faint, style);
}

std::string board_markdown(const Board& board) {
    std::string out = "# kilter: accuracy and stability\n\n";
    for (const GateResult& gate : board.gates)
        out +=
            fmt::format("- **{}** {} / {}: {}\n", to_word(gate.state), markdown_escape(gate.engine),
                        markdown_escape(gate.suite), markdown_escape(gate.line));
    if (!board.gates.empty()) out += "\n";
    for (const std::string& suite : suites_of(board)) {
        const auto rows = rows_of(board, suite);
        out += "## " + markdown_escape(suite_title(rows)) + "\n\n";
        if (one_condition(rows)) out += markdown_escape(condition_words(*rows.front())) + "\n\n";
        out += markdown_table(leaderboard(rows)) + "\n";
        for (const BoardRow* row : rows) {
            out += "**" + markdown_escape(row->engine) + "**";
            if (!one_condition(rows)) out += " (" + markdown_escape(condition_words(*row)) + ")";
            out += "\n\n";
            for (const std::string& sentence : row_sentences(*row))
                out += "- " + markdown_escape(sentence) + "\n";
            for (const std::string& warning : row->summary.warnings)
                out += "- note: " + markdown_escape(warning) + "\n";
            out += "\n";
        }
    }
    if (!board.totals.empty()) out += markdown_table(totals_table(board)) + "\n";
    if (board.partial) out += "Partial: some planned trials are missing.\n\n";
    return out + markdown_escape(k_legend) + "\n";
}

}  // namespace kilter
