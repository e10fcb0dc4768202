#include "harness/runner/run_plan.hpp"

#include <numeric>
#include <utility>

#include "base/portable_random.hpp"
#include "harness/wire/request.hpp"

namespace kilter {
namespace {

Order order_of(const RunPlan& plan, std::string_view engine) {
    for (const EngineConfig& one : plan.config.engines) {
        if (one.name == engine) return order_for(plan.config, one);
    }
    return plan.config.order;
}

}  // namespace

// All cells are shuffled, stored ones too, so that a resumed session goes on in the same order; and
// the seed is the plan's, so that every engine meets the same order.
CellSequence::CellSequence(const RunPlan& plan, std::string engine,
                           const std::set<TrialKey>& stored)
    : plan_(plan), order_(order_of(plan, engine)) {
    for (const PlannedSuite& suite : plan.suites) items_ += suite.items.size();
    const std::size_t cells = items_ * static_cast<std::size_t>(plan.config.runs);
    if (order_ == Order::shuffled) {
        shuffled_.resize(cells);
        std::iota(shuffled_.begin(), shuffled_.end(), 0U);
        PortableRandom(plan.config.shuffle_seed).shuffle(shuffled_);
    }
    stored_.resize(cells);
    remaining_ = cells;
    TrialKey key;
    key.experiment = plan.experiment;
    key.engine = std::move(engine);
    for (std::size_t place = 0; place < cells && !stored.empty(); ++place) {
        const Cell cell = cell_at(place);
        key.suite = cell.suite->name;
        key.item = cell.item->id;
        key.k = cell.k;
        stored_[place] = stored.contains(key);
        if (stored_[place]) --remaining_;
    }
    skip_stored();
}

Cell CellSequence::cell_at(std::size_t place) const {
    const auto runs = static_cast<std::size_t>(plan_.config.runs);
    const std::size_t number = shuffled_.empty() ? place : shuffled_[place];
    const bool by_item = order_ == Order::item_major;
    std::size_t item = by_item ? number / runs : number % items_;
    Cell cell;
    cell.k = static_cast<int>(by_item ? number % runs : number / items_);
    cell.turn = static_cast<int>(place / items_);
    for (const PlannedSuite& suite : plan_.suites) {
        if (item < suite.items.size()) {
            cell.suite = suite.suite.get();
            cell.item = suite.items[item];
            break;
        }
        item -= suite.items.size();
    }
    return cell;
}

void CellSequence::skip_stored() {
    while (at_ < stored_.size() && stored_[at_]) ++at_;
}

std::optional<Cell> CellSequence::next() {
    if (at_ == stored_.size()) return std::nullopt;
    const Cell cell = cell_at(at_++);
    --remaining_;
    skip_stored();
    return cell;
}

std::optional<Cell> CellSequence::next_until(int turn) {
    if (at_ == stored_.size() || at_ / items_ > static_cast<std::size_t>(turn)) return std::nullopt;
    return next();
}

std::string shared_origin(const EngineConfig& engine) {
    const Result<Endpoints> endpoints = endpoints_of(engine.base_url);
    return endpoints ? endpoints->origin : engine.base_url;
}

}  // namespace kilter
