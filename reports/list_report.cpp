#include "reports/list_report.hpp"

#include <fmt/format.h>

#include "base/text/terminal.hpp"
#include "reports/json_numbers.hpp"
#include "reports/table.hpp"

namespace kilter {

namespace {

std::string joined(const std::vector<std::string>& names) {
    std::string out;
    for (const std::string& name : names) out += (out.empty() ? "" : " ") + visible(name);
    return out;
}

}  // namespace

std::string list_json(const std::vector<ListedExperiment>& experiments) {
    ReportJson out = {{"schema", "kilter.list/1"}};
    out["experiments"] = ReportJson::array();
    for (const ListedExperiment& one : experiments)
        out["experiments"].push_back(
            {{"id", one.id},
             {"created_at", one.created_at},
             {"kind", one.kind},
             {"parent", one.parent.empty() ? ReportJson(nullptr) : ReportJson(one.parent)},
             {"suites", one.suites},
             {"engines", one.engines},
             {"runs", one.runs},
             {"trials",
              {{"planned", one.planned}, {"stored", one.stored}, {"failed", one.failed}}}});
    return dump_report(out);
}

std::string list_text(const std::vector<ListedExperiment>& experiments, const TextStyle& style) {
    Table table;
    // The id begins with the time, so the column for it can be spared first.
    table.columns = {{"experiment", Align::left}, {"when (UTC)", Align::left, 3},
                     {"kind", Align::left, 2},    {"K", Align::right},
                     {"trials", Align::right},    {"suites", Align::left, 1},
                     {"engines", Align::left}};
    table.flexible = 6;
    for (const ListedExperiment& one : experiments)
        table.rows.push_back({visible(one.id), visible(one.created_at.substr(0, 16)),
                              visible(one.kind), std::to_string(one.runs),
                              fmt::format("{}/{}", one.stored, one.planned),
                              ellipsize(joined(one.suites), 18), joined(one.engines)});
    return terminal_table(table, style.columns);
}

}  // namespace kilter
