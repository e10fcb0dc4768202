#include "cli/analysis/item_hints.hpp"

#include <algorithm>
#include <utility>

#include "cli/analysis/sent_times.hpp"

namespace kilter {

Result<std::vector<Hint>> item_hints(StoreReader& reader, const WalkedItem& walked) {
    const ItemAnalysis& analysis = walked.analysis;
    const Clusters& full = analysis.by_level[static_cast<std::size_t>(Level::full)];
    if (!full.unstable()) return std::vector<Hint>{};
    std::vector<std::pair<long long, HintRun>> sent;
    bool in_order = true;
    for (std::size_t i = 0; i < analysis.valid_runs.size(); ++i) {
        HintRun run;
        run.k = analysis.valid_runs[i];
        run.output = full.of_run[i];
        const auto trial =
            std::find_if(walked.trials->begin(), walked.trials->end(),
                         [&](const TrialSummary& one) { return one.key.k == run.k; });
        std::optional<long long> begin;
        if (trial != walked.trials->end()) {
            const auto attempts = reader.attempts(trial->key, false);
            if (!attempts) return attempts.error();
            if (!attempts->empty()) begin = ms_of_iso8601(attempts->back().started_at);
        }
        in_order = in_order && begin;
        sent.emplace_back(begin.value_or(0), std::move(run));
    }
    std::stable_sort(sent.begin(), sent.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    HintItem item;
    item.item = analysis.item;
    for (auto& [begin, run] : sent) item.runs.push_back(std::move(run));
    return find_hints({item}, in_order);
}

}  // namespace kilter
