#include "cli/analysis/item_walk.hpp"

#include <algorithm>
#include <map>

#include "cli/analysis/judged.hpp"
#include "cli/analysis/verdicts.hpp"

namespace kilter {

namespace {

// Loads a run's texts when they are first asked for; lives as long as one item.
class ItemTexts {
  public:
    ItemTexts(StoreReader& reader, const std::vector<TrialSummary>& trials)
        : reader_(reader), trials_(trials) {}

    const Completion* of(int k) {
        if (const auto known = loaded_.find(k); known != loaded_.end()) return &known->second;
        const auto trial = std::find_if(trials_.begin(), trials_.end(),
                                        [k](const TrialSummary& one) { return one.key.k == k; });
        if (trial == trials_.end()) return nullptr;
        auto completion = reader_.completion(trial->key);
        if (!completion) {
            error_ = completion.error();
            return nullptr;
        }
        return &loaded_.emplace(k, std::move(*completion)).first->second;
    }

    const std::string& error() const { return error_.message; }

  private:
    StoreReader& reader_;
    const std::vector<TrialSummary>& trials_;
    std::map<int, Completion> loaded_;
    Error error_;
};

// Finds items that are mostly asked for in the suite's order.
class ItemFinder {
  public:
    explicit ItemFinder(const Suite& suite) : suite_(suite) {}

    const Item* find(const std::string& id) {
        if (next_ < suite_.items.size() && suite_.items[next_].id == id)
            return &suite_.items[next_++];
        const Item* item = suite_.find(id);
        if (item != nullptr) next_ = static_cast<std::size_t>(item - suite_.items.data()) + 1;
        return item;
    }

  private:
    const Suite& suite_;
    std::size_t next_ = 0;
};

Result<void> analyse(StoreReader& reader, const ExperimentRow& experiment, const Suite& suite,
                     const Item* item, const JudgedFields& judged, const std::string& id,
                     const std::vector<TrialSummary>& trials, const OnWalkedItem& each) {
    if (item == nullptr) return fail("the store's suite " + suite.name + " has no item " + id);
    std::vector<RunView> runs;
    runs.reserve(trials.size());
    for (const TrialSummary& trial : trials) runs.push_back(to_run_view(trial));
    ItemTexts texts(reader, trials);
    WalkedItem walked;
    walked.item = item;
    walked.trials = &trials;
    walked.runs = &runs;
    walked.analysis =
        analyse_item(id, runs, experiment.runs, attainable_points(*item, judged_of(judged, id)),
                     item->points, [&texts](int k) { return texts.of(k); });
    if (!texts.error().empty()) return fail(texts.error());
    return each(walked);
}

}  // namespace

Result<void> walk_items(StoreReader& reader, const ExperimentRow& experiment,
                        const std::string& engine, const Suite& suite, const OnWalkedItem& each) {
    return walk_items(reader, experiment, engine, suite, {}, each);
}

Result<void> walk_items(StoreReader& reader, const ExperimentRow& experiment,
                        const std::string& engine, const Suite& suite,
                        const std::vector<std::string>& only, const OnWalkedItem& each) {
    const auto judged = reader.judged_fields(experiment.id, suite.name);
    if (!judged) return judged.error();
    ItemFinder items(suite);
    const auto on_item = [&](const std::string& id,
                             std::vector<TrialSummary>& trials) -> Result<void> {
        if (!only.empty() && std::find(only.begin(), only.end(), id) == only.end()) return {};
        return analyse(reader, experiment, suite, items.find(id), *judged, id, trials, each);
    };
    return reader.for_each_item(experiment.id, engine, suite.name, on_item);
}

Result<void> walk_item(StoreReader& reader, const ExperimentRow& experiment,
                       const std::string& engine, const Suite& suite, const JudgedFields& judged,
                       const std::string& item, const OnWalkedItem& each) {
    const auto trials = reader.item_trials(experiment.id, engine, suite.name, item);
    if (!trials) return trials.error();
    return analyse(reader, experiment, suite, suite.find(item), judged, item, *trials, each);
}

}  // namespace kilter
