#include <string>
#include <vector>

#include "harness/store/store_reader.hpp"

namespace kilter {

Result<std::string> resolve_experiment(StoreReader& reader, std::string_view word) {
    const Result<std::vector<ExperimentRow>> rows = reader.experiments();
    if (!rows) return rows.error();
    if (rows->empty())
        return fail("the store holds no experiment yet; kilter run CONFIG makes one");
    if (word.empty() || word == "latest") return rows->back().id;
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
