#include "cli/judging/judge_experiment.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "base/text/terminal.hpp"
#include "cli/analysis/judged.hpp"
#include "cli/judging/ask_judge.hpp"
#include "config/judge_digest.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

// Over all suites, each question once; nullopt: no suite has a judged field.
Result<std::optional<std::vector<JudgeCase>>> open_cases(StoreReader& reader,
                                                         const ExperimentRow& experiment,
                                                         const std::string& digest) {
    std::optional<std::vector<JudgeCase>> open;
    std::set<std::string> keys;
    for (const SuiteSelection& selection : experiment.suites) {
        const auto suite = suite_from_json(selection.suite_json);
        if (!suite) return suite.error();
        if (!has_judged_fields(*suite)) continue;
        if (!open) open.emplace();
        const auto desk = open_desk(reader, experiment, *suite, digest);
        if (!desk) return desk.error();
        for (const JudgeCase* one : desk->open())
            if (keys.insert(one->key).second) open->push_back(*one);
    }
    return open;
}

Result<void> keep_judge(StoreReader& reader, StoreWriter& writer, const std::string& experiment,
                        const JudgeConfig& judge, const std::string& digest) {
    const auto before = reader.judge_of(experiment);
    if (!before) return before.error();
    const std::string text = judge_text(judge);
    if (*before && (*before)->digest == digest && (*before)->judge_json == text) return {};
    return writer.set_judge(experiment, {digest, text});
}

// Some answer of the experiment has a judgement by this judge.
Result<bool> has_judgements(StoreReader& reader, const ExperimentRow& experiment,
                            const std::string& digest) {
    for (const SuiteSelection& selection : experiment.suites) {
        const auto suite = suite_from_json(selection.suite_json);
        if (!suite) return suite.error();
        if (!has_judged_fields(*suite)) continue;
        const auto desk = open_desk(reader, experiment, *suite, digest);
        if (!desk) return desk.error();
        if (desk->open().size() < desk->cases().size()) return true;
    }
    return false;
}

// "j at http://judge:8000/v1"
std::string name_of(const ExperimentJudge& judge) {
    const auto config = judge_from_text(judge.judge_json);
    if (!config) return "another judge";
    return visible(config->engine.model) + " at " + visible(config->engine.base_url);
}

struct Asking {
    JudgeReport report;
    long long open = 0;    // questions that the judge was to answer and has not
    std::string kept;      // the judge before, whose judgements stay in force; empty: none
    std::string in_force;  // the judge that took over from another one; empty: no change
};

// The judge before: what it said counts until the other one has answered everything, so that a
// judge that cannot be reached takes back no points.
Result<std::optional<ExperimentJudge>> judge_before(StoreReader& reader,
                                                    const ExperimentRow& experiment,
                                                    const std::string& digest) {
    const auto before = reader.judge_of(experiment.id);
    if (!before || !*before || (*before)->digest == digest) {
        if (!before) return before.error();
        return std::optional<ExperimentJudge>{};
    }
    const auto has = has_judgements(reader, experiment, (*before)->digest);
    if (!has) return has.error();
    return *has ? *before : std::optional<ExperimentJudge>{};
}

Result<Asking> ask_open(StoreReader& reader, StoreWriter& writer, const ExperimentRow& experiment,
                        const JudgeAccess& access, const Clock& clock) {
    Asking asking;
    JudgeTask task{access.judge, judge_digest(access.judge), access.api_key, {}};
    auto open = open_cases(reader, experiment, task.judge_digest);
    if (!open) return open.error();
    if (!*open) return asking;
    const auto before = judge_before(reader, experiment, task.judge_digest);
    if (!before) return before.error();
    const auto take_over = [&] {
        return keep_judge(reader, writer, experiment.id, access.judge, task.judge_digest);
    };
    if (!*before)
        if (const auto kept = take_over(); !kept) return kept.error();
    asking.open = static_cast<long long>((*open)->size());
    if (asking.open > 0) {
        task.open = std::move(**open);
        asking.report = ask_judge(task, writer, clock);
        asking.open -= asking.report.judged;
    }
    if (!*before || !asking.report.store_error.empty()) return asking;
    if (asking.open > 0) {
        asking.kept = name_of(**before);
        return asking;
    }
    asking.in_force = name_of({task.judge_digest, judge_text(access.judge)});
    if (const auto kept = take_over(); !kept) return kept.error();
    return asking;
}

std::string answers(long long count) {
    return count == 1 ? "1 answer" : fmt::format("{} answers", count);
}

// One line: what was judged, what is open and why, what that means, what to do next.
std::string line_of(const JudgedState& state, const Asking& asking, bool asks) {
    const JudgeReport& report = asking.report;
    std::string line;
    const auto add = [&line](const std::string& part) {
        line += (line.empty() ? "judge: " : "; ") + part;
    };
    if (report.judged > 0) add(answers(report.judged) + " judged");
    if (!asking.in_force.empty()) add("the points are those of " + asking.in_force + " now");
    const std::string why = report.problem.empty() ? "" : " (" + visible(report.problem) + ")";
    const char* next = asks ? "Run the same command again to ask about them."
                            : "kilter score --judge CONFIG asks about them.";
    if (!asking.kept.empty()) {
        add(answers(asking.open) + " without a judgement of the judge that was asked" + why);
        return line + ": the points stay those of the judge before, " + asking.kept + ". " + next;
    }
    if (state.without == 0) return line.empty() ? line : line + ".";
    add(fmt::format("{} of {} different answers without a judgement", state.without,
                    state.questions) +
        why);
    return line + fmt::format(": {:g} points stay out of the attainable ones of every engine. {}",
                              state.points_waiting, next);
}

}  // namespace

Result<Judging> judge_experiment(StoreReader& reader, StoreWriter& writer, const std::string& id,
                                 const std::optional<JudgeAccess>& access, const Clock& clock) {
    Judging judging;
    Asking asking;
    if (access) {
        const auto experiment = reader.experiment(id);
        if (!experiment) return experiment.error();
        auto asked = ask_open(reader, writer, *experiment, *access, clock);
        if (!asked) return asked.error();
        asking = std::move(*asked);
        if (!asking.report.store_error.empty()) return fail(asking.report.store_error);
    }
    auto scored = settle_judged(reader, writer, id);
    if (!scored) return scored.error();
    judging.scored = std::move(*scored);
    judging.asked = asking.report.judged;
    judging.waits = asking.open > 0 || judging.scored.judged.without > 0;
    judging.interrupted = asking.report.interrupted;
    judging.line = line_of(judging.scored.judged, asking, access.has_value());
    return judging;
}

}  // namespace kilter
