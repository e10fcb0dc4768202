// kilter run [CONFIG]: sends every item K times to every engine, scores, prints the board.
#include <memory>

#include "base/text/terminal.hpp"
#include "cli/analysis/item_words.hpp"
#include "cli/command.hpp"
#include "cli/execution/execute.hpp"
#include "cli/load_input.hpp"
#include "config/load.hpp"

namespace kilter {

namespace {

struct RunOptions {
    std::string config;
    std::vector<std::string> engines, items;
    int runs = 0, stop_loops = 0;
    bool fresh = false, retry_errors = false, capabilities = false;
    StoreOption store;
    JsonOption json;
};

int run_command(const RunOptions& options, ColourChoice colour) {
    auto config = load_config_or_complain(options.config);
    if (!config) return k_exit_usage;
    if (options.runs > 0) config->runs = options.runs;
    if (options.stop_loops > 0) config->stop_loops = options.stop_loops;
    if (const auto fits = check_stop_loops(*config); !fits) {
        print_problem(fits.error().message);
        return k_exit_usage;
    }
    if (!options.store.path.empty()) config->store = options.store.path;
    if (!keep_engines(*config, split_words(options.engines))) return k_exit_usage;
    auto suites = load_suites_or_complain(config->suites);
    if (!suites) return k_exit_usage;
    ExperimentRequest request;
    request.suites = plan_all(*suites);
    suites->clear();  // the request holds them
    if (const auto kept = keep_named_items(request.suites, split_words(options.items)); !kept) {
        print_problem(visible(kept.error().message));
        return k_exit_usage;
    }
    request.config = std::move(*config);
    request.always_new = options.fresh;
    request.retry_errors = options.retry_errors;
    request.capabilities = options.capabilities;
    return execute(std::move(request), {options.json.json, colour, {}});
}

constexpr const char* k_footer =
    "Scores every answer and prints the board. Run again, it goes on where it\n"
    "stopped; with nothing missing it only prints the board.\n"
    "--stop-loops saves the tokens of answers that run in circles. It changes what is\n"
    "measured, so it makes an experiment of its own. --capabilities sends up to 14\n"
    "small requests before the first trial, which warm an engine's caches.";

}  // namespace

void add_run_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<RunOptions>();
    CLI::App& command =
        add_command(app, "run", "send every item K times to every engine; a board", k_footer);
    add_positional(command, "CONFIG", options->config, "the config (default: kilter.yaml here)");
    add_flag(command, "--new", options->fresh, "measure again, as a new experiment");
    add_flag(command, "--retry-errors", options->retry_errors, "send failed trials again");
    add_flag(command, "--capabilities", options->capabilities,
             "first ask what each engine supports; kept");
    add_runs_option(command, options->runs, "K, instead of the config's");
    add_option(command, "--stop-loops", options->stop_loops,
               "cut an answer that repeats itself N times", "N",
               from_to(k_fewest_repeats, k_most_repeats));
    add_list_option(command, "--engine", options->engines, "only these engines (repeatable)", "E");
    add_list_option(command, "--item", options->items, "only these items (repeatable)", "ID");
    options->store.add_to(command);
    options->json.add_to(command);
    when_given(command, [options, &invocation] {
        invocation.exit_code = run_command(*options, invocation.colour);
    });
}

}  // namespace kilter
