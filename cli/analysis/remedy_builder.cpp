#include "cli/analysis/remedy_builder.hpp"

#include <map>
#include <utility>

#include "cli/analysis/item_walk.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

std::optional<double> mean(double sum, int count) {
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

RemedySide side_of(const WalkedItem& walked) {
    RemedySide side;
    side.runs = static_cast<int>(walked.trials->size());
    side.looped = walked.analysis.looped_runs;
    double points = 0;
    double tokens = 0;
    int scored = 0;
    int told = 0;
    for (const TrialSummary& trial : *walked.trials) {
        if (trial.outcome == Outcome::answered) ++side.answered;
        if (trial.verdict) points += trial.verdict->points;
        if (trial.verdict || is_failed(trial.outcome)) ++scored;
        if (!trial.usage.completion_tokens) continue;
        tokens += static_cast<double>(*trial.usage.completion_tokens);
        ++told;
    }
    side.points = mean(points, scored);
    side.completion_tokens = mean(tokens, told);
    return side;
}

// By item, in the suite's order; nullopt in `only`: all of the experiment.
Result<std::vector<std::pair<std::string, RemedySide>>> sides_of(
    StoreReader& reader, const ExperimentRow& experiment, const std::string& engine,
    const SuiteSelection& selection, const std::vector<std::string>& only) {
    const auto suite = suite_from_json(selection.suite_json);
    if (!suite) return suite.error();
    std::vector<std::pair<std::string, RemedySide>> sides;
    const auto add = [&sides](const WalkedItem& walked) -> Result<void> {
        sides.emplace_back(walked.analysis.item, side_of(walked));
        return {};
    };
    if (const auto walked = walk_items(reader, experiment, engine, *suite, only, add); !walked)
        return walked.error();
    return sides;
}

const SuiteSelection* suite_of(const ExperimentRow& experiment, const std::string& name) {
    for (const SuiteSelection& selection : experiment.suites)
        if (selection.suite == name) return &selection;
    return nullptr;
}

}  // namespace

Result<Remedy> build_remedy(StoreReader& reader, const std::string& before,
                            const std::string& after, std::vector<std::string> changes) {
    Remedy remedy{before, after, std::move(changes), {}};
    const auto older = reader.experiment(before);
    if (!older) return older.error();
    const auto newer = reader.experiment(after);
    if (!newer) return newer.error();
    for (const SuiteSelection& selection : newer->suites) {
        const SuiteSelection* was = suite_of(*older, selection.suite);
        if (was == nullptr)
            return fail("experiment " + before + " has no suite " + selection.suite);
        for (const EngineRow& engine : newer->engines) {
            auto now = sides_of(reader, *newer, engine.engine, selection, {});
            if (!now) return now.error();
            auto then = sides_of(reader, *older, engine.engine, *was, selection.items);
            if (!then) return then.error();
            std::map<std::string, RemedySide> by_item(then->begin(), then->end());
            for (const auto& [item, side] : *now)
                remedy.items.push_back({engine.engine, selection.suite, item, by_item[item], side});
        }
    }
    return remedy;
}

}  // namespace kilter
