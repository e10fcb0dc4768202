#include "reports/board_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/text/terminal.hpp"
#include "reports/sentences.hpp"
#include "scorers/summary/common_runs.hpp"

namespace kilter {

namespace {

// Below this a terminal gets the board as a list.
constexpr std::size_t k_list_below = 60;

struct BoardColumn {
    TableColumn column;
    std::optional<BoardSort> sorts;  // --sort by it
    std::function<std::string(const BoardRow&)> cell;
};

std::string disagreement_cell(const EngineSummary& sum) {
    return sum.disagreement ? fmt::format("{:.3f}", *sum.disagreement) : "n/a";
}

std::string vote_cell(const EngineSummary& sum, const std::vector<std::string>& items) {
    return ratio_cell({static_cast<long long>(items.size()), sum.majority_decided});
}

// In the order shown. `spare` is the order in which a narrow terminal loses them: what a sentence
// below the table says too goes first; points, unstable items, flips, loops and failures stay.
std::vector<BoardColumn> board_columns() {
    const auto R = Align::right;
    const auto sum = [](auto cell) {
        return [cell](const BoardRow& row) { return cell(row.summary); };
    };
    return {
        {{"engine", Align::left},
         BoardSort::engine,
         [](const BoardRow& row) { return visible(row.engine); }},
        {{"points", R, 0, "points: mean of the runs."}, BoardSort::points, sum(points_cell)},
        {{"95% CI", R, 8, "Its 95% CI: over items; n/a where every item lost the same."},
         {},
         sum(points_error_cell)},
        {{"clean", R, 3, "clean: answers that were the JSON and no more."},
         BoardSort::clean,
         [](const BoardRow& row) { return share_cell(row.accuracy.clean); }},
        {{"unstable", R, 0,
          "unstable: items whose runs differ in reasoning, answer or tool calls (level full)."},
         BoardSort::unstable,
         sum(unstable_cell)},
        {{"95% CI", R, 1, ""}, {}, sum(unstable_bound_cell)},
        {{"disagree", R, 7, "disagree: chance that two fresh runs of an item differ."},
         BoardSort::disagreement,
         sum(disagreement_cell)},
        {{"flips", R, 0, "flips: items with two extracted values."},
         {},
         [](const BoardRow& row) { return ratio_cell(row.summary.value_flips); }},
        {{"vote", R, 5, "vote: points of the strict majority."},
         BoardSort::majority,
         sum(majority_cell)},
        {{"harm", R, 2,
          "harm: decided items where the majority vote is wrong and some run was right."},
         {},
         sum([](const EngineSummary& s) { return vote_cell(s, s.majority_harmful); })},
        {{"wrong", R, 4, "wrong: all where it is wrong."}, {}, sum([](const EngineSummary& s) {
             return vote_cell(s, s.majority_errors);
         })},
        {{"loops", R, 0, "loops: runs that ended in one."},
         BoardSort::loops,
         [](const BoardRow& row) { return ratio_cell(row.summary.loops); }},
        {{"cut", R, 6, "cut: runs that reached the token limit."},
         {},
         sum([](const EngineSummary& s) { return ratio_cell(cut_runs(s)); })},
        {{"fail", R, 0, "fail: trials without an answer."}, {}, sum([](const EngineSummary& s) {
             return ratio_cell({s.failed, s.stored});
         })},
        {{"tok/s", R, 9, ""}, BoardSort::speed, sum(speed_cell)},
        {{"power", R, 10, "power: chance that K runs show an answer that comes 10% of the time."},
         {},
         sum([](const EngineSummary& s) { return percent(s.detection_power); })},
        {{"K", R, 11, ""}, {}, sum([](const EngineSummary& s) { return std::to_string(s.runs); })},
    };
}

std::string unstable_at_cell(const EngineSummary& sum, int k) {
    const UnstableAt* at = unstable_at(sum, k);
    return at == nullptr ? "n/a" : fmt::format("{:.1f}/{}", at->items, at->of);
}

// Behind the bound of the unstable items.
void add_common_k(Table& table, const std::vector<const BoardRow*>& rows) {
    const int k = common_k(rows);
    if (k == 0) return;
    const auto place = std::find_if(table.columns.begin(), table.columns.end(),
                                    [](const auto& one) { return one.heading == "disagree"; });
    const auto at = place - table.columns.begin();
    table.columns.insert(place, {fmt::format("unstable@{}", k), Align::right});
    for (std::size_t i = 0; i < rows.size(); ++i)
        table.rows[i].insert(table.rows[i].begin() + at, unstable_at_cell(rows[i]->summary, k));
}

std::string points_text(const std::optional<double>& points) {
    return points ? fmt::format("{:.2f}", *points) : "n/a";
}

long long wrong_of(const FieldCounts& counts) {
    return counts.fd + counts.fn + counts.fa;
}

std::vector<std::string> field_row(const std::string& name, const FieldCounts& counts,
                                   const Rate& unstable) {
    const long long n = counts.tp + counts.fd + counts.fn + counts.fa + counts.tn;
    const std::optional<double> f1 = field_f1(counts);
    const auto text = [](long long count) { return std::to_string(count); };
    const auto some = [](long long count) { return count > 0 ? std::to_string(count) : ""; };
    return {visible(name),
            text(n),
            text(counts.tp),
            text(counts.fd),
            text(counts.fn),
            text(counts.fa),
            text(counts.tn),
            f1 ? fmt::format("{:.3f}", *f1) : "n/a",
            unstable.of > 0 ? ratio_cell(unstable) : "",
            some(counts.unanswered),
            some(counts.unavailable)};
}

Rate unstable_of(const EngineSummary& sum, const std::string& name) {
    for (const FieldStability& field : sum.stability.by_field)
        if (field.field == name) return field.unstable;
    return {};
}

// Columns that no row fills say nothing.
void drop_empty(Table& table, std::size_t column) {
    for (const auto& row : table.rows)
        if (!row[column].empty()) return;
    const auto at = static_cast<std::ptrdiff_t>(column);
    table.columns.erase(table.columns.begin() + at);
    for (auto& row : table.rows) row.erase(row.begin() + at);
}

}  // namespace

std::string row_name(const BoardRow& row, const std::vector<const BoardRow*>& rows) {
    constexpr std::size_t k_shown = 6;  // ids end in six random digits
    const auto same = std::count_if(rows.begin(), rows.end(), [&](const BoardRow* other) {
        return other->engine == row.engine;
    });
    if (same < 2) return visible(row.engine);
    const std::string& id = row.experiment;
    return visible(row.engine + " " + id.substr(id.size() - std::min(id.size(), k_shown)));
}

Table leaderboard(const std::vector<const BoardRow*>& rows, BoardSort sorted_by) {
    Table table;
    table.list_below = k_list_below;
    table.rows.resize(rows.size());
    const bool one_k = std::all_of(rows.begin(), rows.end(), [&](const BoardRow* row) {
        return row->summary.runs == rows.front()->summary.runs;
    });
    for (const BoardColumn& one : board_columns()) {
        table.columns.push_back(one.column);
        const bool differs = one.column.heading == "K" && !one_k;
        if (one.sorts == sorted_by || differs) table.columns.back().spare = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) table.rows[i].push_back(one.cell(*rows[i]));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) table.rows[i][0] = row_name(*rows[i], rows);
    add_common_k(table, rows);
    return table;
}

int common_k(const std::vector<const BoardRow*>& rows) {
    std::vector<const EngineSummary*> sums;
    for (const BoardRow* row : rows) sums.push_back(&row->summary);
    return common_runs(sums);
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
                              number_text(total.attainable), points_text(total.majority_points),
                              fmt::format("{}/{}", total.unstable, total.unstable_of)});
    return table;
}

Table fields_table(const BoardRow& row) {
    const AccuracySummary& accuracy = row.accuracy;
    Table table;
    if (accuracy.by_field.empty()) return table;
    table.columns = {
        {"field", Align::left},
        {"n", Align::right, 0, "n: answers to the field."},
        {"TP", Align::right, 0, "TP: right."},
        {"FD", Align::right, 0, "FD: another value."},
        {"FN", Align::right, 0, "FN: a value missed."},
        {"FA", Align::right, 0, "FA: a value invented where there is none."},
        {"TN", Align::right, 1, "TN: rightly none."},
        {"F1", Align::right, 0, "F1: n/a where there is nothing but TN."},
        {"unstable", Align::right, 2, "unstable, of a field: items with two values of it."},
        {"silent", Align::right, 4,
         "silent: no answer to read where there is no value; in no other column."},
        {"judge", Align::right, 3, "judge: needs a judge."}};
    std::vector<const std::pair<std::string, FieldCounts>*> order;
    for (const auto& field : accuracy.by_field) order.push_back(&field);
    std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
        return wrong_of(a->second) > wrong_of(b->second);
    });
    for (const auto* field : order)
        table.rows.push_back(
            field_row(field->first, field->second, unstable_of(row.summary, field->first)));
    if (order.size() > 1) table.rows.push_back(field_row("all fields", accuracy.all, {}));
    for (const std::size_t column : {10U, 9U, 8U}) drop_empty(table, column);
    return table;
}

}  // namespace kilter
