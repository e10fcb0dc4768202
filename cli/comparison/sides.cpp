#include "cli/comparison/sides.hpp"

#include <algorithm>

namespace kilter {

namespace {

using Readings = std::vector<SideName>;

std::string words_of(const SideName& side) {
    return side.experiment + ":" + side.engine;
}

bool has_engine(const ExperimentRow& row, const std::string& engine) {
    return std::any_of(row.engines.begin(), row.engines.end(),
                       [&](const EngineRow& one) { return one.engine == engine; });
}

// Experiments that the word may name: the id itself, else those that begin with it.
std::vector<const ExperimentRow*> experiments_of(const SideSearch& search,
                                                 const std::string& word) {
    std::vector<const ExperimentRow*> found;
    for (const ExperimentRow& row : search.experiments) {
        if (row.id == word) return {&row};
        if (word.empty() ? false : row.id.starts_with(word)) found.push_back(&row);
        if (word == "latest" && row.id == search.home) return {&row};
    }
    return found;
}

Error ambiguous(const std::string& word, const Readings& readings) {
    constexpr std::size_t k_shown = 8;
    std::string message = "'" + word + "' may be any of";
    for (std::size_t i = 0; i < std::min(readings.size(), k_shown); ++i)
        message += " " + words_of(readings[i]);
    if (readings.size() > k_shown)
        message += " and " + std::to_string(readings.size() - k_shown) + " more";
    return fail(message + "; write one of them");
}

// The engines of an experiment that a word without an engine may mean.
void add_readings(const SideSearch& search, const ExperimentRow& row, Readings& readings) {
    for (const EngineRow& one : row.engines)
        if (search.engine.empty() || search.engine == one.engine)
            readings.push_back({row.id, one.engine});
}

Result<SideName> find_pair(const SideSearch& search, const std::string& word, std::size_t colon) {
    const std::string experiment = word.substr(0, colon), engine = word.substr(colon + 1);
    const auto found = experiments_of(search, experiment);
    if (found.empty())
        return fail("no experiment begins with '" + experiment +
                    "'; kilter list shows those there are");
    Readings readings;
    for (const ExperimentRow* row : found)
        if (has_engine(*row, engine)) readings.push_back({row->id, engine});
    if (readings.size() == 1) return readings.front();
    if (!readings.empty()) return ambiguous(word, readings);
    std::string message =
        "experiment " + found.front()->id + " has no engine '" + engine + "'; it has";
    for (const EngineRow& one : found.front()->engines) message += " " + one.engine;
    return fail(message);
}

Error unknown(const SideSearch& search, const std::string& word) {
    std::string message = "'" + word + "' is no engine of experiment " + search.home;
    message += search.home_only ? "" : " and no experiment begins with it";
    const auto home = std::find_if(search.experiments.begin(), search.experiments.end(),
                                   [&](const ExperimentRow& row) { return row.id == search.home; });
    if (home != search.experiments.end()) {
        message += "; that one has";
        for (const EngineRow& one : home->engines) message += " " + one.engine;
    }
    for (auto row = search.experiments.rbegin(); row != search.experiments.rend(); ++row)
        if (has_engine(*row, word))
            return fail(message + "; there is a " + words_of({row->id, word}));
    return fail(message);
}

}  // namespace

Result<SideName> find_side(const SideSearch& search, const std::string& word) {
    if (const std::size_t colon = word.find(':'); colon != std::string::npos)
        return find_pair(search, word, colon);
    Readings readings;
    for (const ExperimentRow& row : search.experiments)
        if (row.id == search.home && has_engine(row, word)) readings.push_back({row.id, word});
    bool experiment_named = false;
    if (!search.home_only) {
        for (const ExperimentRow* row : experiments_of(search, word)) {
            experiment_named = true;
            add_readings(search, *row, readings);
        }
    }
    if (readings.size() == 1) return readings.front();
    if (!readings.empty()) return ambiguous(word, readings);
    if (experiment_named && !search.engine.empty())
        return fail("experiment '" + word + "' has no engine '" + search.engine + "'");
    return unknown(search, word);
}

}  // namespace kilter
