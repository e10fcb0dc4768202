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

Result<JudgeReport> ask_open(StoreReader& reader, StoreWriter& writer,
                             const ExperimentRow& experiment, const JudgeAccess& access,
                             const Clock& clock) {
    JudgeTask task{access.judge, judge_digest(access.judge), access.api_key, {}};
    auto open = open_cases(reader, experiment, task.judge_digest);
    if (!open) return open.error();
    if (!*open) return JudgeReport{};
    const auto kept = keep_judge(reader, writer, experiment.id, access.judge, task.judge_digest);
    if (!kept) return kept.error();
    if ((*open)->empty()) return JudgeReport{};
    task.open = std::move(**open);
    return ask_judge(task, writer, clock);
}

std::string answers(long long count) {
    return count == 1 ? "1 answer" : fmt::format("{} answers", count);
}

// One line: what was judged, what is open and why, what that means, what to do next.
std::string line_of(const JudgedState& state, const JudgeReport& report, bool asks) {
    std::string line;
    if (report.judged > 0) line = "judge: " + answers(report.judged) + " judged";
    if (state.without == 0) return line.empty() ? line : line + ".";
    line += fmt::format("{}{} of {} different answers without a judgement",
                        line.empty() ? "judge: " : "; ", state.without, state.questions);
    if (!report.problem.empty()) line += " (" + visible(report.problem) + ")";
    const char* next = asks ? "Run the same command again to ask about them."
                            : "kilter score --judge CONFIG asks about them.";
    return line + fmt::format(": {:g} points stay out of the attainable ones of every engine. {}",
                              state.points_waiting, next);
}

}  // namespace

Result<Judging> judge_experiment(StoreReader& reader, StoreWriter& writer, const std::string& id,
                                 const std::optional<JudgeAccess>& access, const Clock& clock) {
    Judging judging;
    JudgeReport report;
    if (access) {
        const auto experiment = reader.experiment(id);
        if (!experiment) return experiment.error();
        auto asked = ask_open(reader, writer, *experiment, *access, clock);
        if (!asked) return asked.error();
        report = std::move(*asked);
        if (!report.store_error.empty()) return fail(report.store_error);
    }
    auto scored = settle_judged(reader, writer, id);
    if (!scored) return scored.error();
    judging.scored = std::move(*scored);
    judging.asked = report.judged;
    judging.interrupted = report.interrupted;
    judging.line = line_of(judging.scored.judged, report, access.has_value());
    return judging;
}

}  // namespace kilter
