#include "reports/remedy.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/terminal.hpp"

namespace kilter {

namespace {

std::string change(const std::string& before, const std::string& after) {
    return before + " -> " + after;
}

std::string share(int count, int of) {
    return of == 0 ? "-" : fmt::format("{}/{}", count, of);
}

std::string number(const std::optional<double>& value, int decimals) {
    return value ? fmt::format("{:.{}f}", *value, decimals) : "-";
}

bool several_engines(const Remedy& remedy) {
    return std::any_of(remedy.items.begin(), remedy.items.end(), [&](const RemedyItem& item) {
        return item.engine != remedy.items.front().engine;
    });
}

ReportJson side_json(const RemedySide& side) {
    return {{"runs", side.runs},
            {"looped", side.looped},
            {"answered", side.answered},
            {"points", number_or_null(side.points)},
            {"completion_tokens", number_or_null(side.completion_tokens)}};
}

}  // namespace

Table remedy_table(const Remedy& remedy) {
    const bool engines = several_engines(remedy);
    Table table;
    table.columns = {{"item"},
                     {"looped runs", Align::right},
                     {"answered runs", Align::right},
                     {"points a run", Align::right},
                     {"tokens a run", Align::right}};
    if (engines) table.columns.insert(table.columns.begin() + 1, {"engine"});
    for (const RemedyItem& item : remedy.items) {
        const RemedySide& old = item.before;
        const RemedySide& now = item.after;
        std::vector<std::string> row = {
            visible(item.item), change(share(old.looped, old.runs), share(now.looped, now.runs)),
            change(share(old.answered, old.runs), share(now.answered, now.runs)),
            change(number(old.points, 2), number(now.points, 2)),
            change(number(old.completion_tokens, 0), number(now.completion_tokens, 0))};
        if (engines) row.insert(row.begin() + 1, visible(item.engine));
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string remedy_title(const Remedy& remedy) {
    std::string changes;
    for (const std::string& one : remedy.changes)
        changes += (changes.empty() ? "" : ", ") + visible(one);
    return fmt::format("Before -> after {}, experiment {} -> {}",
                       changes.empty() ? "measuring again" : changes, remedy.before, remedy.after);
}

ReportJson remedy_json(const Remedy& remedy) {
    ReportJson items = ReportJson::array();
    for (const RemedyItem& item : remedy.items)
        items.push_back({{"engine", item.engine},
                         {"suite", item.suite},
                         {"item", item.item},
                         {"before", side_json(item.before)},
                         {"after", side_json(item.after)}});
    return {{"before", remedy.before},
            {"after", remedy.after},
            {"changes", remedy.changes},
            {"items", items}};
}

}  // namespace kilter
