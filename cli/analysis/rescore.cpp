#include "cli/analysis/rescore.hpp"

#include <algorithm>

#include "cli/analysis/verdicts.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

enum class Which { all, unscored };

// The stored suite, or the edited one that replaces it.
Result<SuiteSelection> current(const SuiteSelection& stored,
                               const std::vector<SuiteSelection>& edited) {
    const auto found = std::find_if(edited.begin(), edited.end(), [&](const SuiteSelection& one) {
        return one.suite == stored.suite;
    });
    if (found == edited.end()) return stored;
    if (found->prompts_digest != stored.prompts_digest)
        return fail(
            "suite " + stored.suite +
            ": its prompts differ from those that were sent, so stored answers cannot be scored "
            "with it; run it as a new experiment");
    SuiteSelection selection = *found;
    selection.items = stored.items;
    return selection;
}

Result<void> rescore_trial(StoreReader& reader, StoreWriter& writer, const TrialSummary& trial,
                           const Item& item, const std::string& digest, Which which,
                           Rescored& result) {
    if (is_failed(trial.outcome)) return {};
    if (which == Which::unscored && trial.verdict) return {};
    const auto completion = reader.completion(trial.key);
    if (!completion) return completion.error();
    const auto verdict = make_verdict(trial.key, trial.outcome, *completion, item, digest);
    if (!verdict) return {};
    ++result.trials;
    const VerdictRow* before = trial.verdict ? &*trial.verdict : nullptr;
    const bool value_changed = before != nullptr && before->value_record != verdict->value_record;
    if (before == nullptr || before->points != verdict->points || value_changed)
        result.changed.push_back({trial.key, before ? before->points : 0, verdict->points,
                                  value_changed, before == nullptr});
    return writer.put_verdict(*verdict);
}

Result<void> rescore_suite(StoreReader& reader, StoreWriter& writer,
                           const ExperimentRow& experiment, const SuiteSelection& selection,
                           const Suite& suite, Which which, Rescored& result) {
    for (const EngineRow& engine : experiment.engines) {
        const auto each = [&](const std::string& id,
                              std::vector<TrialSummary>& trials) -> Result<void> {
            const Item* item = suite.find(id);
            if (item == nullptr) return fail("suite " + suite.name + " has no item " + id);
            for (const TrialSummary& trial : trials) {
                const auto done = rescore_trial(reader, writer, trial, *item,
                                                selection.scoring_digest, which, result);
                if (!done) return done.error();
            }
            return {};
        };
        const auto walked = reader.for_each_item(experiment.id, engine.engine, suite.name, each);
        if (!walked) return walked.error();
    }
    return {};
}

Result<void> all_known(const ExperimentRow& experiment, const std::vector<SuiteSelection>& edited) {
    for (const SuiteSelection& one : edited) {
        const bool known =
            std::any_of(experiment.suites.begin(), experiment.suites.end(),
                        [&](const SuiteSelection& stored) { return stored.suite == one.suite; });
        if (known) continue;
        std::string names;
        for (const SuiteSelection& stored : experiment.suites) names += " " + stored.suite;
        return fail("experiment " + experiment.id + " has no suite '" + one.suite +
                    "'; its suites:" + names);
    }
    return {};
}

Result<Rescored> rescore_all(StoreReader& reader, StoreWriter& writer,
                             const ExperimentRow& experiment,
                             const std::vector<SuiteSelection>& edited, Which which) {
    if (const auto known = all_known(experiment, edited); !known) return known.error();
    Rescored result;
    for (const SuiteSelection& stored : experiment.suites) {
        const auto selection = current(stored, edited);
        if (!selection) return selection.error();
        const auto suite = suite_from_json(selection->suite_json);
        if (!suite) return suite.error();
        if (selection->scoring_digest != stored.scoring_digest)
            if (const auto set = writer.set_suite(experiment.id, *selection); !set)
                return set.error();
        const auto done =
            rescore_suite(reader, writer, experiment, *selection, *suite, which, result);
        if (!done) return done.error();
    }
    return result;
}

Result<Rescored> in_one_transaction(StoreReader& reader, StoreWriter& writer, const std::string& id,
                                    const std::vector<SuiteSelection>& edited, Which which) {
    const auto experiment = reader.experiment(id);
    if (!experiment) return experiment.error();
    if (const auto begun = writer.begin(); !begun) return begun.error();
    auto result = rescore_all(reader, writer, *experiment, edited, which);
    if (!result) {
        writer.rollback();
        return result.error();
    }
    if (const auto committed = writer.commit(); !committed) return committed.error();
    return result;
}

}  // namespace

Result<Rescored> rescore(StoreReader& reader, StoreWriter& writer, const std::string& id,
                         const std::vector<SuiteSelection>& edited) {
    return in_one_transaction(reader, writer, id, edited, Which::all);
}

Result<Rescored> score_unscored(StoreReader& reader, StoreWriter& writer, const std::string& id) {
    return in_one_transaction(reader, writer, id, {}, Which::unscored);
}

}  // namespace kilter
