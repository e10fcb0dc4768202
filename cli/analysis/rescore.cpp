#include "cli/analysis/rescore.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "cli/analysis/judged.hpp"
#include "cli/analysis/verdicts.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

// `aside`: as `judged`, but as if there were no judge.
enum class Which { all, unscored, judged, aside };

struct Rescoring {
    StoreReader& reader;
    StoreWriter& writer;
    const ExperimentRow& experiment;
    Which which;
    std::string judge;  // digest; empty: no judge
    int jobs;           // threads
    Rescored result;
};

bool is_same(const VerdictRow& a, const VerdictRow& b) {
    return a.points == b.points && a.attainable == b.attainable &&
           a.value_record == b.value_record && a.outcome_record == b.outcome_record &&
           a.fields_json == b.fields_json && a.scorer_version == b.scorer_version;
}

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

bool concerns(Which which, const TrialSummary& trial, const Item& item) {
    if (is_failed(trial.outcome)) return false;
    if (which == Which::all) return true;
    if (which == Which::unscored) return !trial.verdict;
    return has_judged_fields(item);
}

Result<void> keep_verdict(Rescoring& in, const TrialSummary& trial, const VerdictRow& verdict) {
    ++in.result.trials;
    const VerdictRow* before = trial.verdict ? &*trial.verdict : nullptr;
    if (in.which != Which::all && before != nullptr && is_same(*before, verdict)) return {};
    const bool value_changed = before != nullptr && before->value_record != verdict.value_record;
    if (before == nullptr || before->points != verdict.points || value_changed)
        in.result.changed.push_back({trial.key, before ? before->points : 0, verdict.points,
                                     value_changed, before == nullptr});
    return in.writer.put_verdict(verdict);
}

// One trial between its reading and its keeping, which are the caller's; the scoring in between is
// any thread's.
struct TrialAtWork {
    TrialSummary trial;
    Completion completion;
    std::optional<VerdictRow> verdict;
};

// `item`, `digest` and `judgements` outlive the work.
Result<void> rescore_trial(Rescoring& in, OrderedWork& work, TrialSummary trial, const Item& item,
                           const std::string& digest, const Judgements* judgements) {
    auto completion = in.reader.completion(trial.key);
    if (!completion) return completion.error();
    const auto one = std::make_shared<TrialAtWork>();
    one->trial = std::move(trial);
    one->completion = std::move(*completion);
    const auto score = [one, &item, &digest, judgements] {
        one->verdict = make_verdict(one->trial.key, one->trial.outcome, one->completion, item,
                                    digest, judgements, one->trial.content_sha256);
        one->completion = {};
    };
    const auto keep = [one, &in]() -> Result<void> {
        return one->verdict ? keep_verdict(in, one->trial, *one->verdict) : Result<void>();
    };
    return work.add(score, keep);
}

// What the judge has read of this suite; nullopt: nothing of it counts.
Result<std::optional<JudgeDesk>> settle_suite(Rescoring& in, const SuiteSelection& selection,
                                              const Suite& suite) {
    std::optional<JudgeDesk> desk;
    if (in.which == Which::unscored || !has_judged_fields(suite)) return desk;
    if (!in.judge.empty()) {
        auto opened = open_desk(in.reader, in.experiment, suite, in.judge);
        if (!opened) return opened.error();
        desk.emplace(std::move(*opened));
    }
    const JudgedFields judged = desk ? desk->judged() : JudgedFields{};
    if (const auto set = in.writer.set_judged_fields(in.experiment.id, suite.name, judged); !set)
        return set.error();
    if (!desk) return desk;
    JudgedState& state = in.result.judged;
    state.questions += static_cast<long long>(desk->cases().size());
    state.without += static_cast<long long>(desk->open().size());
    for (const std::string& id : selection.items) {
        const Item* item = suite.find(id);
        if (item == nullptr) continue;
        state.points_waiting += item->points - attainable_points(*item, judged_of(judged, id));
    }
    return desk;
}

Result<void> rescore_suite(Rescoring& in, const SuiteSelection& selection, const Suite& suite) {
    const auto desk = settle_suite(in, selection, suite);
    if (!desk) return desk.error();
    const Judgements* judgements = *desk ? &**desk : nullptr;
    OrderedWork work(in.jobs);
    for (const EngineRow& engine : in.experiment.engines) {
        const auto each = [&](const std::string& id,
                              std::vector<TrialSummary>& trials) -> Result<void> {
            const Item* item = suite.find(id);
            if (item == nullptr) return fail("suite " + suite.name + " has no item " + id);
            for (TrialSummary& trial : trials) {
                if (!concerns(in.which, trial, *item)) continue;
                const auto done = rescore_trial(in, work, std::move(trial), *item,
                                                selection.scoring_digest, judgements);
                if (!done) return done.error();
            }
            return {};
        };
        const auto walked =
            in.reader.for_each_item(in.experiment.id, engine.engine, suite.name, each);
        if (!walked) return walked.error();
    }
    return work.finish();
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

Result<void> rescore_all(Rescoring& in, const std::vector<SuiteSelection>& edited) {
    if (const auto known = all_known(in.experiment, edited); !known) return known.error();
    for (const SuiteSelection& stored : in.experiment.suites) {
        const auto selection = current(stored, edited);
        if (!selection) return selection.error();
        const bool about_judges = in.which == Which::judged || in.which == Which::aside;
        if (about_judges && in.judge.empty()) {
            const auto counted = in.reader.judged_fields(in.experiment.id, selection->suite);
            if (!counted) return counted.error();
            if (counted->empty()) continue;  // nothing to take out
        }
        const auto suite = suite_from_json(selection->suite_json);
        if (!suite) return suite.error();
        if (about_judges && !has_judged_fields(*suite)) continue;
        if (selection->scoring_digest != stored.scoring_digest)
            if (const auto set = in.writer.set_suite(in.experiment.id, *selection); !set)
                return set.error();
        const auto done = rescore_suite(in, *selection, *suite);
        if (!done) return done.error();
    }
    return {};
}

Result<Rescored> in_one_transaction(StoreReader& reader, StoreWriter& writer, const std::string& id,
                                    const std::vector<SuiteSelection>& edited, Which which,
                                    int jobs) {
    const auto experiment = reader.experiment(id);
    if (!experiment) return experiment.error();
    const auto judge = reader.judge_of(id);
    if (!judge) return judge.error();
    Rescoring in{reader, writer, *experiment, which, "", jobs, {}};
    if (*judge && which != Which::aside) in.judge = (*judge)->digest;
    if (const auto begun = writer.begin(); !begun) return begun.error();
    if (const auto done = rescore_all(in, edited); !done) {
        writer.rollback();
        return done.error();
    }
    if (const auto committed = writer.commit(); !committed) return committed.error();
    return std::move(in.result);
}

// Told without the texts of the suites.
Result<bool> counts_as_judged(StoreReader& reader, const std::string& id) {
    const auto experiment = reader.outline(id);
    if (!experiment) return experiment.error();
    for (const SuiteSelection& selection : experiment->suites) {
        const auto counted = reader.judged_fields(id, selection.suite);
        if (!counted) return counted.error();
        if (!counted->empty()) return true;
    }
    return false;
}

}  // namespace

Result<Rescored> rescore(StoreReader& reader, StoreWriter& writer, const std::string& id,
                         const std::vector<SuiteSelection>& edited, int jobs) {
    return in_one_transaction(reader, writer, id, edited, Which::all, jobs);
}

Result<Rescored> score_unscored(StoreReader& reader, StoreWriter& writer, const std::string& id) {
    return in_one_transaction(reader, writer, id, {}, Which::unscored, default_jobs());
}

Result<Rescored> settle_judged(StoreReader& reader, StoreWriter& writer, const std::string& id) {
    return in_one_transaction(reader, writer, id, {}, Which::judged, default_jobs());
}

Result<void> set_judged_aside(StoreReader& reader, StoreWriter& writer, const std::string& id) {
    const auto any = counts_as_judged(reader, id);
    if (!any) return any.error();
    if (!*any) return {};
    const auto done = in_one_transaction(reader, writer, id, {}, Which::aside, default_jobs());
    if (!done) return done.error();
    return {};
}

}  // namespace kilter
