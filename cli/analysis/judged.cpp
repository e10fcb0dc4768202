#include "cli/analysis/judged.hpp"

namespace kilter {

namespace {

Result<void> add_answers(StoreReader& reader, const ExperimentRow& experiment, const Suite& suite,
                         JudgeDesk& desk) {
    const auto each = [&](const std::string& id,
                          std::vector<TrialSummary>& trials) -> Result<void> {
        const Item* item = suite.find(id);
        if (item == nullptr) return fail("suite " + suite.name + " has no item " + id);
        if (!has_judged_fields(*item)) return {};
        for (const TrialSummary& trial : trials) {
            if (is_failed(trial.outcome)) continue;
            const auto completion = reader.completion(trial.key);
            if (!completion) return completion.error();
            desk.add(*item, *completion);
        }
        return {};
    };
    for (const EngineRow& engine : experiment.engines) {
        const auto walked = reader.for_each_item(experiment.id, engine.engine, suite.name, each);
        if (!walked) return walked.error();
    }
    return {};
}

}  // namespace

Result<JudgeDesk> open_desk(StoreReader& reader, const ExperimentRow& experiment,
                            const Suite& suite, const std::string& judge_digest) {
    JudgeDesk desk(judge_digest);
    if (const auto added = add_answers(reader, experiment, suite, desk); !added)
        return added.error();
    for (const JudgeCase& one : desk.cases()) {
        const auto stored = reader.judgement(one.key);
        if (!stored) return stored.error();
        if (*stored)
            desk.take(one.key, {(*stored)->verdict == judged_word(true), (*stored)->reason});
    }
    return desk;
}

std::set<std::string> judged_of(const JudgedFields& fields, const std::string& item) {
    const auto found = fields.find(item);
    return found == fields.end() ? std::set<std::string>{} : found->second;
}

}  // namespace kilter
