#include "harness/runner/run_plan.hpp"

#include <utility>

#include "base/portable_random.hpp"

namespace kilter {
namespace {

std::vector<Cell> run_major(const RunPlan& plan) {
    std::vector<Cell> cells;
    for (int k = 0; k < plan.config.runs; ++k) {
        for (const PlannedSuite& suite : plan.suites) {
            for (const Item* item : suite.items)
                cells.push_back(Cell{suite.suite.get(), item, k, 0});
        }
    }
    return cells;
}

std::vector<Cell> item_major(const RunPlan& plan) {
    std::vector<Cell> cells;
    for (const PlannedSuite& suite : plan.suites) {
        for (const Item* item : suite.items) {
            for (int k = 0; k < plan.config.runs; ++k) {
                cells.push_back(Cell{suite.suite.get(), item, k, 0});
            }
        }
    }
    return cells;
}

void number_turns(std::vector<Cell>& cells, int runs) {
    const auto turn_length = cells.size() / static_cast<std::size_t>(runs);  // items
    for (std::size_t i = 0; i < cells.size(); ++i)
        cells[i].turn = static_cast<int>(i / turn_length);
}

// All cells are shuffled, stored ones too, so that a resumed session goes on in the same order; and
// the seed is the plan's, so that every engine meets the same order.
std::vector<Cell> all_cells(const RunPlan& plan, const std::string& engine) {
    Order order = plan.config.order;
    for (const EngineConfig& one : plan.config.engines) {
        if (one.name == engine) order = order_for(plan.config, one);
    }
    std::vector<Cell> cells = order == Order::item_major ? item_major(plan) : run_major(plan);
    if (order == Order::shuffled) {
        PortableRandom(plan.config.shuffle_seed).shuffle(cells);
    }
    number_turns(cells, plan.config.runs);
    return cells;
}

}  // namespace

CellSequence::CellSequence(const RunPlan& plan, std::string engine,
                           const std::set<TrialKey>& stored)
    : order_(all_cells(plan, engine)) {
    TrialKey key;
    key.experiment = plan.experiment;
    key.engine = std::move(engine);
    std::erase_if(order_, [&](const Cell& cell) {
        key.suite = cell.suite->name;
        key.item = cell.item->id;
        key.k = cell.k;
        return stored.contains(key);
    });
}

std::optional<Cell> CellSequence::next() {
    if (at_ == order_.size()) return std::nullopt;
    return order_[at_++];
}

std::optional<Cell> CellSequence::next_until(int turn) {
    if (at_ == order_.size() || order_[at_].turn > turn) return std::nullopt;
    return order_[at_++];
}

std::size_t CellSequence::remaining() const {
    return order_.size() - at_;
}

}  // namespace kilter
