// kilter score [EXPERIMENT]: scores the stored completions again, no engine needed.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "base/text/terminal.hpp"
#include "cli/analysis/rescore.hpp"
#include "cli/command.hpp"
#include "cli/execution/api_keys.hpp"
#include "cli/judging/judge_experiment.hpp"
#include "cli/load_input.hpp"
#include "harness/store/experiment_lock.hpp"
#include "reports/json_numbers.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

constexpr std::size_t k_shown_changes = 50;  // in text

struct ScoreOptions {
    std::string experiment = "latest";
    std::vector<std::string> suites;
    std::string judge;  // a config; empty: nobody is asked
    int jobs = default_jobs();
    StoreOption store;
    JsonOption json;
};

std::string score_json(const std::string& id, const Rescored& scored) {
    ReportJson out = {{"schema", "kilter.score/1"}, {"experiment", id}, {"scored", scored.trials}};
    const JudgedState& judged = scored.judged;
    out["judge"] = {{"questions", judged.questions},
                    {"without", judged.without},
                    {"points_waiting", rounded(judged.points_waiting)}};
    out["changed"] = ReportJson::array();
    for (const ChangedVerdict& one : scored.changed)
        out["changed"].push_back(
            {{"engine", one.key.engine},
             {"suite", one.key.suite},
             {"item", one.key.item},
             {"k", one.key.k},
             {"points_before",
              one.was_unscored ? ReportJson(nullptr) : ReportJson(rounded(one.points_before))},
             {"points_after", rounded(one.points_after)},
             {"value_changed", one.value_changed}});
    return dump_report(out);
}

std::string score_text(const std::string& id, const Rescored& scored) {
    std::string out = fmt::format("{}: {} trials scored, {} verdicts changed\n", id, scored.trials,
                                  scored.changed.size());
    const std::size_t shown = std::min(scored.changed.size(), k_shown_changes);
    for (std::size_t i = 0; i < shown; ++i) {
        const ChangedVerdict& one = scored.changed[i];
        out += fmt::format("  {} {}/{} run {}: {} -> {:g} points{}\n", visible(one.key.engine),
                           visible(one.key.suite), visible(one.key.item), one.key.k,
                           one.was_unscored ? "unscored" : fmt::format("{:g}", one.points_before),
                           one.points_after, one.value_changed ? ", another value" : "");
    }
    if (shown < scored.changed.size())
        out += fmt::format("  and {} more; --json has them all\n", scored.changed.size() - shown);
    return out;
}

// The judge of that config with its key; nullopt: a problem was printed.
std::optional<JudgeAccess> judge_or_complain(const std::string& file) {
    const auto config = load_config_or_complain(file);
    if (!config) return std::nullopt;
    if (!config->judge) {
        print_problem(visible(file) +
                      " has no judge; add one, as in judge: {base_url: http://localhost:8000/v1, "
                      "model: my-judge}");
        return std::nullopt;
    }
    const auto key = judge_key_of(*config);
    if (!key) {
        print_problem(key.error().message);
        return std::nullopt;
    }
    return JudgeAccess{*config->judge, *key};
}

// What changed in two steps, as one: from before the first to after the second.
void add_changes(Rescored& all, const Rescored& later) {
    for (const ChangedVerdict& one : later.changed) {
        const auto earlier =
            std::find_if(all.changed.begin(), all.changed.end(),
                         [&](const ChangedVerdict& known) { return known.key == one.key; });
        if (earlier == all.changed.end()) {
            all.changed.push_back(one);
            continue;
        }
        earlier->points_after = one.points_after;
        earlier->value_changed |= one.value_changed;
    }
    all.judged = later.judged;
}

Result<Rescored> score_and_judge(StoreReader& reader, StoreWriter& writer, const std::string& id,
                                 const std::vector<SuiteSelection>& edited, int jobs,
                                 const std::optional<JudgeAccess>& access, std::string& line,
                                 bool& waits) {
    auto scored = rescore(reader, writer, id, edited, jobs);
    if (!scored || !access) return scored;
    const auto judging = judge_experiment(reader, writer, id, access, SystemClock{});
    if (!judging) return judging.error();
    add_changes(*scored, judging->scored);
    line = judging->line;
    waits = judging->waits;
    return scored;
}

// Before any reader, since only a writer brings an older store up to date. Makes no store: a file
// that is missing or empty is the reader's to refuse. nullptr: a problem was printed.
std::unique_ptr<StoreWriter> open_writer_or_complain(const std::filesystem::path& path) {
    std::error_code error;
    const bool regular = std::filesystem::is_regular_file(path, error);
    if (!regular || std::filesystem::file_size(path, error) == 0) {
        const auto refused = StoreReader::open(path);
        print_problem(refused ? path.string() + " changed just now; try again"
                              : refused.error().message);
        return nullptr;
    }
    auto writer = StoreWriter::open(path);
    if (writer) return std::move(*writer);
    print_problem(writer.error().message);
    return nullptr;
}

int score_command(const ScoreOptions& options) {
    std::vector<SuiteSelection> edited;
    for (const std::string& file : options.suites) {
        const auto suite = load_suite_or_complain(file);
        if (!suite) return k_exit_usage;
        const bool twice =
            std::any_of(edited.begin(), edited.end(),
                        [&](const SuiteSelection& other) { return other.suite == suite->name; });
        if (twice) {
            print_problem("--suite " + file + ": suite '" + suite->name +
                          "' is given twice; give one file for it");
            return k_exit_usage;
        }
        SuiteSelection selection = selection_of(*suite);
        selection.suite_json = suite_to_json(*suite);
        edited.push_back(std::move(selection));
    }
    std::optional<JudgeAccess> access;
    if (!options.judge.empty()) {
        access = judge_or_complain(options.judge);
        if (!access) return k_exit_usage;
    }
    const auto writer = open_writer_or_complain(store_path(options.store.path));
    if (!writer) return k_exit_usage;
    const auto reader = open_store_or_complain(options.store.path);
    if (!reader) return k_exit_usage;
    const auto id = suite_experiment_or_complain(*reader, options.experiment);
    if (!id) return k_exit_usage;
    // A judge may share a machine with the engines that a run is measuring.
    std::optional<ExperimentLock> lock;
    if (access) {
        auto taken = ExperimentLock::take(store_path(options.store.path), *id);
        if (!taken) {
            print_problem(taken.error().message);
            return k_exit_usage;
        }
        lock.emplace(std::move(*taken));
    }
    std::string line;
    bool waits = false;
    const auto scored =
        score_and_judge(*reader, *writer, *id, edited, options.jobs, access, line, waits);
    if (!scored) {
        print_problem(scored.error().message);
        return k_exit_usage;
    }
    print_out(options.json.json ? score_json(*id, *scored) : score_text(*id, *scored));
    if (!line.empty()) print_line(line);
    return waits ? k_exit_inconclusive : k_exit_done;
}

constexpr const char* k_footer =
    "With --suite, gold, fields and options come from the edited file; its prompts\n"
    "must be the same. With --judge, the judge of that config is asked about what no\n"
    "stored judgement answers (exit code 3 where something stays open); without it,\n"
    "stored judgements are used.";

}  // namespace

void add_score_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<ScoreOptions>();
    CLI::App& command =
        add_command(app, "score", "score stored completions again; no engine is asked", k_footer);
    add_positional(command, "EXPERIMENT", options->experiment, "an id, a unique prefix, or latest");
    add_list_option(command, "--suite", options->suites, "an edited suite (repeatable)", "FILE");
    add_option(command, "--judge", options->judge, "ask the judge of this config", "CONFIG");
    add_option(command, "--jobs", options->jobs, "threads that score (default: one a core)", "N",
               from_to(1, 1024));
    options->store.add_to(command);
    options->json.add_to(command);
    when_given(command, [options, &invocation] { invocation.exit_code = score_command(*options); });
}

}  // namespace kilter
