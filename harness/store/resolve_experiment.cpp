#include <string>
#include <vector>

#include "harness/store/store_reader.hpp"

namespace kilter {

namespace {

// Probes and sweeps ask prompts of their own; their results are no board.
bool measures_a_suite(const ExperimentRow& row) {
    return row.kind != "probe" && row.kind != "sweep";
}

Result<std::string> newest(const std::vector<ExperimentRow>& rows, std::string_view kind) {
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        if (kind.empty() ? measures_a_suite(*row) : row->kind == kind) return row->id;
    }
    if (kind.empty())
        return fail("the store holds no experiment over a suite yet; kilter run CONFIG makes one");
    return fail("the store holds no " + std::string(kind) + " yet; kilter " + std::string(kind) +
                " CONFIG makes one");
}

}  // namespace

Result<std::string> resolve_experiment(StoreReader& reader, std::string_view word,
                                       std::string_view kind) {
    const Result<std::vector<ExperimentRow>> rows = reader.experiments();
    if (!rows) return rows.error();
    if (rows->empty())
        return fail("the store holds no experiment yet; kilter run CONFIG makes one");
    if (word.empty() || word == "latest") return newest(*rows, kind);
    std::vector<std::string> readings;
    for (const ExperimentRow& row : *rows) {
        if (row.id == word) return row.id;
        if (row.id.starts_with(word)) readings.push_back(row.id);
    }
    if (readings.size() == 1) return readings.front();
    if (readings.empty()) {
        return fail("no experiment begins with '" + std::string(word) +
                    "'; kilter list shows those there are");
    }
    std::string message = "'" + std::string(word) + "' may be any of";
    for (const std::string& id : readings) message += " " + id;
    return fail(message);
}

}  // namespace kilter
