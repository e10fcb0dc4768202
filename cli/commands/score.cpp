// kilter score [EXPERIMENT]: scores the stored completions again, no engine needed.
#include <fmt/format.h>

#include "base/text/terminal.hpp"
#include "cli/analysis/rescore.hpp"
#include "cli/command.hpp"
#include "cli/load_input.hpp"
#include "reports/json_numbers.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

struct ScoreOptions {
    std::string experiment = "latest";
    std::vector<std::string> suites;
    StoreOption store;
    JsonOption json;
};

std::string score_json(const std::string& id, const Rescored& scored) {
    ReportJson out = {{"schema", "kilter.score/1"}, {"experiment", id}, {"scored", scored.trials}};
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
    for (const ChangedVerdict& one : scored.changed)
        out += fmt::format("  {} {}/{} run {}: {} -> {:g} points{}\n", visible(one.key.engine),
                           visible(one.key.suite), visible(one.key.item), one.key.k,
                           one.was_unscored ? "unscored" : fmt::format("{:g}", one.points_before),
                           one.points_after, one.value_changed ? ", another value" : "");
    return out;
}

int score_command(const ScoreOptions& options) {
    std::vector<SuiteSelection> edited;
    for (const std::string& file : options.suites) {
        const auto suite = load_suite_or_complain(file);
        if (!suite) return k_exit_usage;
        edited.push_back(
            {suite->name, suite->prompts_digest, suite->scoring_digest, suite_to_json(*suite), {}});
    }
    const auto reader = open_store_or_complain(options.store.path);
    if (!reader) return k_exit_usage;
    const auto id = experiment_or_complain(*reader, options.experiment);
    if (!id) return k_exit_usage;
    auto writer = StoreWriter::open(store_path(options.store.path));
    if (!writer) {
        print_problem(writer.error().message);
        return k_exit_usage;
    }
    const auto scored = rescore(*reader, **writer, *id, edited);
    if (!scored) {
        print_problem(scored.error().message);
        return k_exit_usage;
    }
    print_out(options.json.json ? score_json(*id, *scored) : score_text(*id, *scored));
    return k_exit_done;
}

}  // namespace

void add_score_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<ScoreOptions>();
    CLI::App* command =
        app.add_subcommand("score", "score stored completions again; no engine is asked");
    command->footer(
        "With --suite, gold, fields and options come from the edited file; its prompts\n"
        "must be the same.");
    command->add_option("EXPERIMENT", options->experiment, "an id, a unique prefix, or latest")
        ->type_name("");
    add_list_option(*command, "--suite", options->suites, "an edited suite (repeatable)")
        ->type_name("FILE");
    options->store.add_to(*command);
    options->json.add_to(*command);
    command->callback([options, &invocation] { invocation.exit_code = score_command(*options); });
}

}  // namespace kilter
