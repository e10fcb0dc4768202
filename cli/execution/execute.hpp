// Runs an experiment from plan to board: store, lock, keys, loop, signals, progress, exit code.
// What `run` and `rerun` share. Owns the loop while it runs.
#pragma once

#include <functional>
#include <string>

#include "cli/execution/experiment_store.hpp"
#include "cli/terminal.hpp"
#include "reports/board_model.hpp"

namespace kilter {

struct ExecuteOptions {
    bool json = false;  // the board as JSON on stdout
    ColourChoice colour = ColourChoice::automatic;
    // May add to the experiment's board before it is shown; empty: it is shown as it is.
    std::function<Result<void>(StoreReader&, const std::string& experiment, Board&)> complete_board;
};

// The exit code. Problems are printed; nothing is thrown for them.
int execute(const ExperimentRequest& request, const ExecuteOptions& options);

// All suites of the request with all their items.
std::vector<PlannedSuite> plan_all(const std::vector<std::shared_ptr<const Suite>>& suites);
// The engine of this name; nullptr and a printed problem where there is none.
const EngineConfig* engine_or_complain(const ExperimentConfig& config, const std::string& name);
// Keeps the engines of these names; false and a printed problem where one does not exist.
bool keep_engines(ExperimentConfig& config, const std::vector<std::string>& names);

}  // namespace kilter
