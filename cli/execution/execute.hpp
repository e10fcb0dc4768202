// Runs an experiment from plan to board: store, lock, keys, loop, signals, progress, exit code.
// What `run` and `rerun` share. Owns the loop while it runs.
#pragma once

#include <string>

#include "cli/execution/experiment_store.hpp"
#include "cli/terminal.hpp"

namespace kilter {

struct ExecuteOptions {
    bool json = false;  // the board as JSON on stdout
    ColourChoice colour = ColourChoice::automatic;
};

// The exit code. Problems are printed; nothing is thrown for them.
int execute(ExperimentRequest request, const ExecuteOptions& options);

// All suites of the request with all their items.
std::vector<PlannedSuite> plan_all(const std::vector<std::shared_ptr<const Suite>>& suites);
// Keeps the engines of these names; false and a printed problem where one does not exist.
bool keep_engines(ExperimentConfig& config, const std::vector<std::string>& names);

}  // namespace kilter
