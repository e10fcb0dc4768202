#include "reports/board_sections.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/terminal.hpp"
#include "reports/board_table.hpp"
#include "reports/sentences.hpp"

namespace kilter {

namespace {

// Rows of different K cannot be read side by side in the column of unstable items.
std::string common_k_sentence(const std::vector<const BoardRow*>& rows) {
    const int k = common_k(rows);
    if (k == 0) return "";
    return fmt::format(
        "K differs, and more runs show more: compare unstable@{0}, the items that {0} of the runs "
        "would show on average.",
        k);
}

// What has to be equal so that rows can be compared; two rows that differ in it are of two groups.
struct RowGroup {
    const BoardRow* first = nullptr;
    std::vector<std::string> names;
};

// One sentence where rows of a suite were asked or scored differently; "" where they were not.
std::string mixed_sentence(const std::vector<const BoardRow*>& rows) {
    const auto differ = [&](std::string BoardRow::*member) {
        return std::any_of(rows.begin(), rows.end(), [&](const BoardRow* row) {
            return row->*member != rows.front()->*member;
        });
    };
    const bool prompts = differ(&BoardRow::prompts_digest);
    const bool scoring = differ(&BoardRow::scoring_digest);
    if (!prompts && !scoring) return "";
    std::vector<RowGroup> groups;
    for (const BoardRow* row : rows) {
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const RowGroup& group) {
            return group.first->prompts_digest == row->prompts_digest &&
                   group.first->scoring_digest == row->scoring_digest;
        });
        if (same == groups.end())
            groups.push_back({row, {row_name(*row, rows)}});
        else
            same->names.push_back(row_name(*row, rows));
    }
    std::string out = prompts && scoring ? "Prompts and scoring differ"
                      : prompts          ? "Prompts differ"
                                         : "Scoring differs";
    out += ", so these rows do not compare: ";
    for (std::size_t i = 0; i < groups.size(); ++i)
        out += (i > 0 ? " against " : "") + name_list(groups[i].names);
    return out + ".";
}

bool all_same(const std::vector<const BoardRow*>& rows, int EngineSummary::*member) {
    return std::all_of(rows.begin(), rows.end(), [&](const BoardRow* row) {
        return row->summary.*member == rows.front()->summary.*member;
    });
}

}  // namespace

std::vector<std::string> board_suites(const Board& board) {
    std::vector<std::string> names;
    for (const BoardRow& row : board.rows)
        if (std::find(names.begin(), names.end(), row.suite) == names.end())
            names.push_back(row.suite);
    return names;
}

std::vector<const BoardRow*> board_rows(const Board& board, const std::string& suite) {
    std::vector<const BoardRow*> rows;
    for (const BoardRow& row : board.rows)
        if (row.suite == suite) rows.push_back(&row);
    return rows;
}

// Rows of other experiments may hold other items and another K.
std::string board_title(const std::vector<const BoardRow*>& rows) {
    const EngineSummary& first = rows.front()->summary;
    std::string title = visible(rows.front()->suite) + ": ";
    if (all_same(rows, &EngineSummary::items)) {
        title +=
            fmt::format("{}, {} {}", plural(first.items, "item", "items"),
                        number_text(first.max_points), first.max_points == 1 ? "point" : "points");
        if (first.attainable < first.max_points)
            title += fmt::format(" ({} attainable)", number_text(first.attainable));
    } else {
        title += "items differ";
    }
    const bool one_k = all_same(rows, &EngineSummary::runs);
    return title + (one_k ? fmt::format(", K = {}", first.runs) : ", K differs");
}

std::vector<std::string> board_cautions(const std::vector<const BoardRow*>& rows) {
    std::vector<std::string> out;
    for (const std::string& sentence : {common_k_sentence(rows), mixed_sentence(rows)})
        if (!sentence.empty()) out.push_back(sentence);
    return out;
}

}  // namespace kilter
