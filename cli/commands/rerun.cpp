// kilter rerun [EXPERIMENT]: a new experiment over a chosen item set of an older one.
#include <algorithm>
#include <memory>

#include "base/text/terminal.hpp"
#include "cli/analysis/item_words.hpp"
#include "cli/analysis/remedy_builder.hpp"
#include "cli/analysis/selection.hpp"
#include "cli/analysis/settings_sent.hpp"
#include "cli/command.hpp"
#include "cli/execution/execute.hpp"
#include "cli/load_input.hpp"
#include "config/judge_digest.hpp"
#include "config/load.hpp"
#include "reports/board_json.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

struct RerunOptions {
    std::string experiment = "latest";
    SelectionRequest selection;
    std::vector<std::string> settings;
    int runs = 0;
    StoreOption store;
    JsonOption json;
};

using ChosenItems = std::map<std::string, std::vector<std::string>>;

// The stored suites, each with the chosen items only; nullopt: a problem was printed.
std::optional<std::vector<PlannedSuite>> plan_chosen(const ExperimentRow& experiment,
                                                     const ChosenItems& chosen) {
    std::vector<PlannedSuite> planned;
    for (const SuiteSelection& selection : experiment.suites) {
        const auto ids = chosen.find(selection.suite);
        if (ids == chosen.end()) continue;
        auto suite = suite_from_json(selection.suite_json);
        if (!suite) {
            print_problem(suite.error().message);
            return std::nullopt;
        }
        PlannedSuite one{std::make_shared<const Suite>(std::move(*suite)), {}};
        for (const std::string& id : ids->second) one.items.push_back(one.suite->find(id));
        planned.push_back(std::move(one));
    }
    return planned;
}

// `changes`: the settings in words, for the table of a remedy.
std::optional<ExperimentConfig> plan_of(StoreReader& reader, const ExperimentRow& experiment,
                                        const RerunOptions& options,
                                        std::vector<std::string>& changes) {
    if (experiment.plan_json.empty()) {
        print_problem("experiment " + experiment.id +
                      " holds imported answers: there is no engine to ask again");
        return std::nullopt;
    }
    auto config = plan_from_json(experiment.plan_json);
    if (!config) {
        print_problem(config.error().message);
        return std::nullopt;
    }
    // The judge may have come later than the plan.
    if (const auto judge = reader.judge_of(experiment.id); judge && *judge) {
        const auto stored = judge_from_text((*judge)->judge_json);
        if (!stored) {
            print_problem(stored.error().message);
            return std::nullopt;
        }
        config->judge = *stored;
    }
    config->source_text = experiment.config_text;
    config->store = store_path(options.store.path);
    if (options.runs > 0) config->runs = options.runs;
    for (const std::string& setting : options.settings) {
        if (const auto set = apply_setting(*config, setting); !set) {
            print_problem("--set " + visible(setting) + ": " + set.error().message);
            return std::nullopt;
        }
    }
    if (const auto fits = check_stop_loops(*config); !fits) {
        print_problem(fits.error().message);
        return std::nullopt;
    }
    if (!keep_engines(*config, split_words(options.selection.engines))) return std::nullopt;
    auto sent = settings_as_sent(*config, experiment.engines, options.settings);
    if (!sent) {
        print_problem(visible(sent.error().message));
        return std::nullopt;
    }
    changes = std::move(*sent);
    return std::move(*config);
}

int rerun_command(RerunOptions options, ColourChoice colour) {
    ExperimentRequest request;
    std::vector<std::string> changes;
    {
        const auto reader = open_store_or_complain(options.store.path);
        if (!reader) return k_exit_usage;
        const auto id = suite_experiment_or_complain(*reader, options.experiment);
        if (!id) return k_exit_usage;
        const auto experiment = reader->experiment(*id);
        if (!experiment) {
            print_problem(experiment.error().message);
            return k_exit_usage;
        }
        auto config = plan_of(*reader, *experiment, options, changes);
        if (!config) return k_exit_usage;
        options.selection.engines = split_words(options.selection.engines);
        const auto chosen = select_items(*reader, *experiment, options.selection);
        if (!chosen) {
            print_problem(visible(chosen.error().message));
            return k_exit_usage;
        }
        if (chosen->empty()) {
            print_line("No item of experiment " + *id + " is chosen by that: nothing was sent.");
            if (options.json.json) print_out(board_json(Board{}));
            return k_exit_done;
        }
        auto suites = plan_chosen(*experiment, *chosen);
        if (!suites) return k_exit_usage;
        request.suites = std::move(*suites);
        request.config = std::move(*config);
        request.parent = *id;
    }
    request.kind = "rerun";
    request.always_new = true;
    ExecuteOptions how{options.json.json, colour, {}};
    if (options.selection.looping) {
        how.complete_board = [older = request.parent, changes](StoreReader& reader,
                                                               const std::string& experiment,
                                                               Board& board) -> Result<void> {
            auto remedy = build_remedy(reader, older, experiment, changes);
            if (!remedy) return remedy.error();
            board.remedy = std::move(*remedy);
            return {};
        };
    }
    return execute(std::move(request), how);
}

constexpr const char* k_footer =
    "Choices add up; without one, every item is sent. --set takes request.KEY=VALUE,\n"
    "concurrency=N, cache=as_is or cold, stop_loops=N or none.\n"
    "\n"
    "Remedies for loops: each sends the looping items again with one change and ends\n"
    "with a table of before and after (looped and answered runs, points, tokens).\n"
    "  kilter rerun --looping --set request.temperature=0.6\n"
    "  kilter rerun --looping --set request.presence_penalty=1.5\n"
    "  kilter rerun --looping --set request.repetition_penalty=1.05\n"
    "The last is sent where the dialect has a word for it. A remedy changes the other\n"
    "answers too: measure the whole suite with it before you keep it.\n"
    "\n"
    "Every number: docs/metrics.md.";

}  // namespace

void add_rerun_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<RerunOptions>();
    CLI::App& command = add_command(
        app, "rerun", "measure a chosen item set of an older experiment again", k_footer);
    add_positional(command, "EXPERIMENT", options->experiment, "an id, a unique prefix, or latest");
    add_flag(command, "--unstable", options->selection.unstable,
             "items whose runs differ on a selected engine");
    add_flag(command, "--failing", options->selection.failing, "items with a run that lost points");
    add_flag(command, "--looping", options->selection.looping,
             "items with a run that ended in a loop");
    add_flag(command, "--errors", options->selection.errors, "items with a failed trial");
    add_list_option(command, "--item", options->selection.items, "these items, as A,B (repeatable)",
                    "ID");
    add_runs_option(command, options->runs, "K, instead of the older one's");
    add_list_option(command, "--engine", options->selection.engines,
                    "only these engines (repeatable)", "E");
    add_list_option(command, "--set", options->settings, "change a setting (repeatable)",
                    "KEY=VALUE");
    options->store.add_to(command);
    options->json.add_to(command);
    when_given(command, [options, &invocation] {
        invocation.exit_code = rerun_command(*options, invocation.colour);
    });
}

}  // namespace kilter
