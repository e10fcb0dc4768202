#include "cli/execution/experiment_store.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/sha256.hpp"
#include "cli/analysis/rescore.hpp"
#include "config/load.hpp"
#include "config/plan_digest.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

// Without its text.
SuiteSelection chosen_of(const PlannedSuite& planned) {
    SuiteSelection row = selection_of(*planned.suite);
    row.items.reserve(planned.items.size());
    for (const Item* item : planned.items) row.items.push_back(item->id);
    return row;
}

std::string digest_of(const ExperimentRequest& request) {
    std::vector<const Suite*> suites;
    std::set<std::string> selected;
    const bool whole =
        std::all_of(request.suites.begin(), request.suites.end(), [](const PlannedSuite& planned) {
            return planned.items.size() == planned.suite->items.size();
        });
    for (const PlannedSuite& planned : request.suites) {
        suites.push_back(planned.suite.get());
        if (whole) continue;  // nothing selected means all
        for (const Item* item : planned.items)
            selected.insert(planned.suite->name + "/" + item->id);
    }
    return plan_digest(request.config, suites, selected);
}

Result<ExperimentChoice> create(StoreWriter& writer, const ExperimentRequest& request,
                                const std::string& digest, const Clock& clock) {
    ExperimentRow row;
    row.id = new_experiment_id(clock, digest);
    row.created_at = to_iso8601(clock.now());
    row.kind = request.kind;
    row.parent = request.parent;
    row.plan_digest = digest;
    row.plan_json = plan_to_json(request.config);
    row.config_text = request.config.source_text;
    row.runs = request.config.runs;
    for (const PlannedSuite& planned : request.suites) {
        SuiteSelection suite = chosen_of(planned);
        suite.whole = planned.suite;
        suite.stamp = stamp_of(*planned.suite);
        row.suites.push_back(std::move(suite));
    }
    for (std::size_t i = 0; i < request.config.engines.size(); ++i) {
        EngineRow engine;
        engine.engine = request.config.engines[i].name;
        engine.position = static_cast<int>(i);
        row.engines.push_back(std::move(engine));
    }
    if (const auto added = writer.add_experiment(row); !added) return added.error();
    ExperimentChoice choice{row.id, true, false, 0, 0, {}};
    for (const SuiteSelection& suite : row.suites)
        choice.suites.add(suite.stamp.sha256, suite.whole);
    return choice;
}

// A rerun that asks what a run would ask may be gone on with by one; all else keeps to its kind.
bool may_go_on(const std::string& stored, const std::string& wanted) {
    return stored == wanted || (stored == "rerun" && wanted == "run");
}

// The newest equal experiment; one with something missing before a complete one.
Result<ExperimentChoice> newest_equal(StoreReader& reader, const std::string& digest,
                                      const std::string& kind) {
    const auto experiments = reader.experiments();
    if (!experiments) return experiments.error();
    ExperimentChoice choice;
    for (auto row = experiments->rbegin(); row != experiments->rend(); ++row) {
        if (row->plan_digest != digest || !may_go_on(row->kind, kind)) continue;
        const auto counts = reader.counts(row->id);
        if (!counts) return counts.error();
        const bool complete = counts->stored >= counts->planned;
        if (!complete) return ExperimentChoice{row->id, false, false, 0, 0, {}};
        if (choice.id.empty()) choice = {row->id, false, true, 0, 0, {}};
    }
    return choice;
}

// Gold, fields or options changed since, prompts did not: what is stored is scored by the new
// rules.
Result<void> follow_scoring(StoreReader& reader, StoreWriter& writer, const std::string& id,
                            const ExperimentRequest& request) {
    const auto experiment = reader.outline(id);
    if (!experiment) return experiment.error();
    for (const PlannedSuite& planned : request.suites) {
        const Suite& suite = *planned.suite;
        const auto same = std::find_if(experiment->suites.begin(), experiment->suites.end(),
                                       [&](const SuiteSelection& stored) {
                                           return stored.suite == suite.name &&
                                                  stored.scoring_digest == suite.scoring_digest;
                                       });
        if (same != experiment->suites.end()) continue;
        SuiteSelection fresh = chosen_of(planned);
        fresh.suite_json = suite_to_json(suite);
        if (const auto scored = rescore(reader, writer, id, {fresh}); !scored)
            return scored.error();
    }
    return {};
}

// Gates are no part of what is measured: those of the config that was given now hold.
Result<void> follow_gates(StoreReader& reader, StoreWriter& writer, const std::string& id,
                          const ExperimentRequest& request) {
    const auto experiment = reader.outline(id);
    if (!experiment) return experiment.error();
    auto plan = plan_from_json(experiment->plan_json);
    if (!plan) return plan.error();
    plan->gates = request.config.gates;
    const std::string plan_json = plan_to_json(*plan);
    if (plan_json == experiment->plan_json) return {};
    return writer.set_plan(id, plan_json, request.config.source_text);
}

Result<long long> reopen_failed(StoreReader& reader, StoreWriter& writer,
                                const ExperimentChoice& choice, const ExperimentRequest& request) {
    long long reopened = 0;
    for (const EngineConfig& engine : request.config.engines) {
        for (const PlannedSuite& planned : request.suites) {
            std::vector<TrialKey> failed;
            const auto collect = [&](const std::string&,
                                     std::vector<TrialSummary>& trials) -> Result<void> {
                for (const TrialSummary& trial : trials)
                    if (is_failed(trial.outcome)) failed.push_back(trial.key);
                return {};
            };
            const auto walked =
                reader.for_each_item(choice.id, engine.name, planned.suite->name, collect);
            if (!walked) return walked.error();
            for (const TrialKey& key : failed)
                if (const auto done = writer.reopen_trial(key); !done) return done.error();
            reopened += static_cast<long long>(failed.size());
        }
    }
    return reopened;
}

}  // namespace

std::string new_experiment_id(const Clock& clock, const std::string& plan_digest) {
    const auto now = clock.now();
    const auto fine =
        std::chrono::duration_cast<std::chrono::nanoseconds>(now.time_since_epoch()).count();
    const std::string mixed = fmt::format("{} {} {}", fine, getpid(), plan_digest);
    const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
    return fmt::format("{:%Y%m%d-%H%M%S}-{}", fmt::gmtime(seconds), sha256_hex(mixed).substr(0, 6));
}

SuitesAtHand suites_at_hand(const std::vector<PlannedSuite>& suites) {
    SuitesAtHand held;
    for (const PlannedSuite& planned : suites)
        held.add(stamp_of(*planned.suite).sha256, planned.suite);
    return held;
}

std::size_t item_count(const ExperimentRequest& request) {
    std::size_t items = 0;
    for (const PlannedSuite& planned : request.suites) items += planned.items.size();
    return items;
}

Result<ExperimentChoice> choose_experiment(StoreReader& reader, StoreWriter& writer,
                                           const ExperimentRequest& request, const Clock& clock) {
    const std::string digest = digest_of(request);
    if (request.always_new) return create(writer, request, digest, clock);
    auto choice = newest_equal(reader, digest, request.kind);
    if (!choice || !choice->id.empty()) return choice;
    // Of two that start at the same moment the second waits here, and finds what the first made.
    if (const auto begun = writer.begin(); !begun) return begun.error();
    choice = newest_equal(reader, digest, request.kind);
    if (choice && choice->id.empty()) choice = create(writer, request, digest, clock);
    if (!choice) {
        writer.rollback();
        return choice;
    }
    if (const auto done = writer.commit(); !done) return done.error();
    return choice;
}

Result<void> prepare_experiment(StoreReader& reader, StoreWriter& writer,
                                const ExperimentRequest& request, ExperimentChoice& choice) {
    if (choice.created) return {};
    if (const auto followed = follow_gates(reader, writer, choice.id, request); !followed)
        return followed.error();
    if (request.score) {
        if (const auto followed = follow_scoring(reader, writer, choice.id, request); !followed)
            return followed.error();
        if (const auto scored = score_unscored(reader, writer, choice.id); !scored)
            return scored.error();
    }
    if (request.retry_errors) {
        const auto reopened = reopen_failed(reader, writer, choice, request);
        if (!reopened) return reopened.error();
        choice.reopened = *reopened;
    }
    const auto counts = reader.counts(choice.id);
    if (!counts) return counts.error();
    choice.complete = counts->stored >= counts->planned;
    choice.failed = counts->failed;
    return {};
}

Result<Remaining> remaining_of(StoreReader& reader, const RunPlan& plan) {
    Remaining remaining;
    auto stored = reader.stored_keys(plan.experiment);
    if (!stored) return stored.error();
    remaining.stored = std::move(*stored);
    auto attempts = reader.open_attempts(plan.experiment);
    if (!attempts) return attempts.error();
    remaining.attempts = std::move(*attempts);
    return remaining;
}

}  // namespace kilter
