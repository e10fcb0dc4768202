#include "cli/analysis/selection.hpp"

#include <algorithm>
#include <set>

#include "cli/analysis/item_walk.hpp"
#include "cli/analysis/item_words.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

bool wanted(const SelectionRequest& request, const ItemAnalysis& analysis) {
    const bool unstable = analysis.by_level[static_cast<std::size_t>(Level::full)].unstable();
    return request.everything() || (request.unstable && unstable) ||
           (request.failing && analysis.right_runs < analysis.stored) ||
           (request.looping && analysis.looped_runs > 0) || (request.errors && analysis.failed > 0);
}

bool selected_engine(const SelectionRequest& request, const std::string& engine) {
    return request.engines.empty() || std::find(request.engines.begin(), request.engines.end(),
                                                engine) != request.engines.end();
}

}  // namespace

Result<std::map<std::string, std::vector<std::string>>> select_items(
    StoreReader& reader, const ExperimentRow& experiment, const SelectionRequest& request) {
    std::map<std::string, std::set<std::string>> chosen;
    for (const std::string& word : split_words(request.items)) {
        const auto name = find_item(experiment.suites, word);
        if (!name) return name.error();
        chosen[name->suite].insert(name->item);
    }
    const bool by_result = request.unstable || request.failing || request.looping ||
                           request.errors || request.everything();
    std::map<std::string, std::vector<std::string>> ordered;
    for (const SuiteSelection& selection : experiment.suites) {
        std::set<std::string>& ids = chosen[selection.suite];
        if (by_result) {
            const auto suite = suite_from_json(selection.suite_json);
            if (!suite) return suite.error();
            const auto add = [&](const WalkedItem& walked) -> Result<void> {
                if (wanted(request, walked.analysis)) ids.insert(walked.analysis.item);
                return {};
            };
            for (const EngineRow& engine : experiment.engines) {
                if (!selected_engine(request, engine.engine)) continue;
                if (const auto walked = walk_items(reader, experiment, engine.engine, *suite, add);
                    !walked)
                    return walked.error();
            }
        }
        for (const std::string& id : selection.items)
            if (ids.count(id) > 0) ordered[selection.suite].push_back(id);
    }
    return ordered;
}

}  // namespace kilter
