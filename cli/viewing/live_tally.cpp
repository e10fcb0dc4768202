#include "cli/viewing/live_tally.hpp"

#include <algorithm>

#include "scorers/stability/item_analysis.hpp"
#include "scorers/stability/loops.hpp"

namespace kilter {

namespace {

// Trials of probes and sweeps are never scored: no more than this are asked for again.
constexpr std::size_t k_most_unscored = 256;

std::string signature_of(const WatchedTrial& trial) {
    RunView run;
    run.reasoning_state = trial.reasoning_state;
    run.content_state = trial.content_state;
    run.reasoning_sha256 = trial.reasoning_sha256;
    run.content_sha256 = trial.content_sha256;
    run.tool_calls_sha256 = trial.tool_calls_sha256;
    return signature(run, Level::full);
}

}  // namespace

long long LiveTally::planned() const {
    long long sum = 0;
    for (const LiveEngine& engine : engines_) sum += engine.planned;
    return sum;
}

long long LiveTally::stored() const {
    long long sum = 0;
    for (const LiveEngine& engine : engines_) sum += engine.stored;
    return sum;
}

LiveEngine* LiveTally::find(const std::string& engine) {
    const auto found = std::find_if(engines_.begin(), engines_.end(),
                                    [&](const LiveEngine& one) { return one.engine == engine; });
    return found == engines_.end() ? nullptr : &*found;
}

void LiveTally::forget() {
    engines_.clear();
    items_.clear();
    unscored_.clear();
    last_ = 0;
}

Result<void> LiveTally::look(StoreWatch& store) {
    if (const auto added = add_new(store); !added) return added;
    const auto there = store.stored(experiment_);
    if (!there) return there.error();
    // Fewer than were counted: failed trials were reopened, and come again under other ids.
    if (*there < stored()) {
        forget();
        if (const auto added = add_new(store); !added) return added;
    }
    return ask_for_verdicts(store);
}

Result<void> LiveTally::add_new(StoreWatch& store) {
    if (engines_.empty()) {
        const auto engines = store.engines(experiment_);
        if (!engines) return engines.error();
        for (const WatchedEngine& one : *engines) {
            LiveEngine engine;
            engine.engine = one.engine;
            engine.planned = one.planned;
            engines_.push_back(std::move(engine));
        }
    }
    const auto trials = store.trials_after(experiment_, last_);
    if (!trials) return trials.error();
    for (const WatchedTrial& trial : *trials) add(trial);
    return {};
}

void LiveTally::add(const WatchedTrial& trial) {
    last_ = std::max(last_, trial.id);
    LiveEngine* engine = find(trial.engine);
    if (engine == nullptr) return;
    ++engine->stored;
    if (is_failed(trial.outcome)) {
        ++engine->failed;
        return;
    }
    const std::string text = signature_of(trial);
    const auto [item, fresh] = items_.try_emplace({trial.engine, trial.item});
    if (fresh) {
        item->second.first = text;
    } else if (!item->second.unstable && item->second.first != text) {
        item->second.unstable = true;
        ++engine->unstable;
    }
    if (trial.scored)
        add_loops(trial.engine, trial.loops_json);
    else if (unscored_.size() < k_most_unscored)
        unscored_.emplace_back(trial.id, trial.engine);
}

void LiveTally::add_loops(const std::string& engine, const std::string& loops_json) {
    if (loops_json.size() <= 2) return;  // "[]"
    for (const LoopFinding& loop : loops_from_json(loops_json))
        if (loop.verdict == "loop") {
            if (LiveEngine* one = find(engine)) ++one->loops;
            return;
        }
}

Result<void> LiveTally::ask_for_verdicts(StoreWatch& store) {
    std::vector<std::pair<long long, std::string>> still;
    for (auto& [trial, engine] : unscored_) {
        const auto loops = store.loops_of(trial);
        if (!loops) return loops.error();
        if (*loops)
            add_loops(engine, **loops);
        else
            still.emplace_back(trial, engine);
    }
    unscored_ = std::move(still);
    return {};
}

}  // namespace kilter
