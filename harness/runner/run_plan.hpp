// What is to be asked, and in which order: the cells (engine, suite, item, k) of an experiment,
// less those already stored. Pure; produces keys one at a time, never all at once. Any thread.
#pragma once

#include <cstdint>
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

// The cells of one engine in the plan's order, without those in `stored`. The plan outlives it.
// Holds a bit a cell, and four bytes a cell where the order is shuffled.
class CellSequence {
  public:
    CellSequence(const RunPlan& plan, std::string engine, const std::set<TrialKey>& stored);
    std::optional<Cell> next();
    // As next(), of turns up to `turn` only.
    std::optional<Cell> next_until(int turn);
    std::size_t remaining() const { return remaining_; }

  private:
    Cell cell_at(std::size_t place) const;
    void skip_stored();

    const RunPlan& plan_;
    Order order_;
    std::size_t items_ = 0;                // of all suites
    std::vector<std::uint32_t> shuffled_;  // place -> number in the run-major order
    std::vector<bool> stored_;             // by place
    std::size_t at_ = 0, remaining_ = 0;
};

// What engines on one machine have in common: the origin of their URL, or the whole of one that
// cannot be read. Engines that share it are never asked at the same time.
std::string shared_origin(const EngineConfig& engine);

}  // namespace kilter
