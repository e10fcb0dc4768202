// What is to be asked, and in which order: the cells (engine, suite, item, k) of an experiment, less
// those already stored. Pure; produces keys one at a time, never all at once. Any thread.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "config/experiment_config.hpp"
#include "harness/store/rows.hpp"
#include "suites/suite.hpp"

namespace kilter {

struct PlannedSuite {
    std::shared_ptr<const Suite> suite;
    std::vector<const Item*> items;  // chosen, in the suite's order; owned by `suite`
};

struct RunPlan {
    std::string experiment;
    ExperimentConfig config;
    std::vector<PlannedSuite> suites;
    bool ask_capabilities = false;  // before the first trial of each engine; warms its caches
};

struct Cell {
    const Suite* suite = nullptr;
    const Item* item = nullptr;
    int k = 0;
    int turn = 0;  // 0..K-1: which K-th of the whole order it stands in, stored cells counted too
};

// The cells of one engine in the plan's order, without those in `stored`.
class CellSequence {
  public:
    CellSequence(const RunPlan& plan, std::string engine, const std::set<TrialKey>& stored);
    std::optional<Cell> next();
    // As next(), of turns up to `turn` only.
    std::optional<Cell> next_until(int turn);
    std::size_t remaining() const;

  private:
    std::vector<Cell> order_;  // three words a cell
    std::size_t at_ = 0;
};

}  // namespace kilter
