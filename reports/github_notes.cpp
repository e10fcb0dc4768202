#include "reports/github_notes.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "base/text/terminal.hpp"
#include "reports/board_text.hpp"
#include "reports/sentences.hpp"

namespace kilter {

namespace {

constexpr std::size_t k_shown = 9;  // and one line for the rest

std::string escaped(std::string_view text, bool property) {
    std::string out;
    for (const char c : visible(text)) {
        if (c == '%')
            out += "%25";
        else if (property && c == ':')
            out += "%3A";
        else if (property && c == ',')
            out += "%2C";
        else
            out += c;
    }
    return out;
}

struct Note {
    std::string title, text;
};

std::string lines(std::string_view command, const std::vector<Note>& notes) {
    std::string out;
    for (std::size_t i = 0; i < notes.size() && i < k_shown; ++i)
        out += fmt::format("::{} title={}::{}\n", command, escaped(notes[i].title, true),
                           escaped(notes[i].text, false));
    if (notes.size() > k_shown)
        out += fmt::format("::{} title=kilter::{} more; see the summary\n", command,
                           notes.size() - k_shown);
    return out;
}

std::string name_of(const std::string& engine, const std::string& suite) {
    return engine + " / " + suite;
}

void add_row(const BoardRow& row, std::vector<Note>& warnings) {
    const EngineSummary& sum = row.summary;
    const std::string name = name_of(row.engine, row.suite);
    if (sum.unstable > 0)
        warnings.push_back(
            {name + " unstable",
             fmt::format("{} of {} items gave different output in {} runs: {}", sum.unstable,
                         sum.measurable, sum.runs, name_list(sum.unstable_items))});
    if (sum.failed + sum.missing > 0)
        warnings.push_back(
            {name + " incomplete", fmt::format("{} of {} trials failed, {} are missing", sum.failed,
                                               sum.planned, sum.missing)});
}

}  // namespace

std::string github_annotations(const Board& board) {
    std::vector<Note> errors, warnings;
    for (const GateResult& gate : board.gates) {
        const Note note{name_of(gate.engine, gate.suite) + " " + gate.gate, gate.line};
        if (gate.state == GateState::fails) errors.push_back(note);
        if (gate.state == GateState::inconclusive) warnings.push_back(note);
    }
    for (const BoardRow& row : board.rows) add_row(row, warnings);
    return lines("error", errors) + lines("warning", warnings);
}

std::string github_summary(const Board& board, std::size_t limit) {
    std::string text = board_markdown(board);
    if (text.size() <= limit) return text;
    constexpr std::string_view k_more =
        "\nThe summary is cut here: it is longer than GitHub shows.\n";
    if (limit < k_more.size()) return "";
    const std::size_t end = text.rfind('\n', limit - k_more.size());
    text.resize(end == std::string::npos ? 0 : end + 1);
    return text + std::string{k_more};
}

}  // namespace kilter
