// kilter sweep [CONFIG]: where along the length of a prompt, or the number of requests at a time,
// does an engine begin to waver?
#include <algorithm>
#include <memory>

#include "base/files.hpp"
#include "base/text/terminal.hpp"
#include "base/text/utf8.hpp"
#include "cli/analysis/item_words.hpp"
#include "cli/command.hpp"
#include "cli/execution/execute.hpp"
#include "cli/load_input.hpp"
#include "cli/sweeping/stored_sweep.hpp"
#include "cli/sweeping/sweep_session.hpp"
#include "reports/sweep_report.hpp"

namespace kilter {

namespace {

struct SweepOptions {
    std::string config;
    std::vector<std::string> lengths, engines;
    std::vector<int> concurrency;
    std::string document, level = "full";
    int runs = 8;
    long long max_tokens = 64;
    std::optional<long long> width;
    bool fresh = false, retry_errors = false;
    StoredOption stored;
    StoreOption store;
    JsonOption json;
};

int show(StoreReader& reader, const std::string& experiment, const SweepOptions& options,
         ColourChoice colour, const std::map<std::string, BisectionEnd>& bisections) {
    auto report = build_sweep(reader, experiment, level_from(options.level).value_or(Level::full));
    if (!report) {
        print_problem(report.error().message);
        return k_exit_usage;
    }
    report->bisections = bisections;
    print_out(options.json.json ? sweep_json(*report) : sweep_text(*report, stdout_style(colour)));
    return report->whole() ? k_exit_done : k_exit_inconclusive;
}

int show_stored(const SweepOptions& options, ColourChoice colour) {
    const auto reader = open_store_or_complain(options.store.path);
    if (!reader) return k_exit_usage;
    const auto id = find_sweep(*reader, options.stored.experiment);
    if (!id) {
        print_problem(id.error().message);
        return k_exit_usage;
    }
    return show(*reader, *id, options, colour, {});
}

// False: a problem was printed.
bool read_document(const std::string& path, std::string& text) {
    if (path.empty()) return true;
    auto read = read_file(path);
    if (!read) {
        print_problem("--document: " + read.error().message);
        return false;
    }
    if (read->empty() || utf8::find_invalid(*read)) {
        print_problem("--document: " + path + " is " + (read->empty() ? "empty" : "no UTF-8 text") +
                      "; name a text file");
        return false;
    }
    text = std::move(*read);
    return true;
}

std::string misfit(const SweepRequest& request) {
    if (request.concurrency.empty()) return "";
    if (request.lengths.size() > 1)
        return "--concurrency sweeps one length: give one --lengths, or leave it out";
    if (request.width) return "--bracket narrows a length: leave out --concurrency";
    const int most = *std::max_element(request.concurrency.begin(), request.concurrency.end());
    if (most > request.config.runs)
        return "--concurrency " + std::to_string(most) + " needs --runs " + std::to_string(most) +
               " or more: fewer requests are never so many at a time";
    return "";
}

// nullopt: a problem was printed.
std::optional<SweepRequest> request_of(const SweepOptions& options) {
    SweepRequest request;
    auto config = load_config_or_complain(options.config);
    if (!config) return std::nullopt;
    request.config = std::move(*config);
    if (!options.store.path.empty()) request.config.store = options.store.path;
    if (!keep_engines(request.config, split_words(options.engines))) return std::nullopt;
    request.config.runs = options.runs;
    request.config.request.max_tokens = options.max_tokens;
    request.config.gates = {};
    request.config.judge = std::nullopt;
    request.config.suites.clear();
    request.config.arms.clear();
    request.concurrency = options.concurrency;
    std::sort(request.concurrency.begin(), request.concurrency.end());
    request.concurrency.erase(std::unique(request.concurrency.begin(), request.concurrency.end()),
                              request.concurrency.end());
    const std::vector<std::string> ladder = {"2k", "4k", "8k", "16k", "32k"};
    const std::vector<std::string> one = {"512"};
    auto words = split_words(options.lengths);
    if (words.empty()) words = request.concurrency.empty() ? ladder : one;
    const auto lengths = lengths_from(words);
    if (!lengths) {
        print_problem("--lengths: " + lengths.error().message);
        return std::nullopt;
    }
    request.lengths = *lengths;
    request.width = options.width;
    request.always_new = options.fresh;
    request.retry_errors = options.retry_errors;
    if (const std::string problem = misfit(request); !problem.empty()) {
        print_problem(problem);
        return std::nullopt;
    }
    if (!read_document(options.document, request.document)) return std::nullopt;
    return request;
}

int sweep_command(const SweepOptions& options, ColourChoice colour) {
    if (options.stored.is_given()) return show_stored(options, colour);
    const auto request = request_of(options);
    if (!request) return k_exit_usage;
    const SystemClock clock;
    const auto done = run_sweep(
        *request, [&clock](const ExperimentRequest& one) { return ask_experiment(one, clock); });
    if (!done) {
        print_problem(done.error().message);
        return k_exit_usage;
    }
    int code = k_exit_inconclusive;
    if (!done->experiment.empty()) {
        const auto reader = open_store_or_complain(request->config.store.string());
        if (!reader) return k_exit_usage;
        code = show(*reader, done->experiment, options, colour, done->bisections);
    }
    code = after_sending(done->report, code);
    if (!done->experiment.empty()) say_where(request->config.store, done->experiment);
    return code;
}

constexpr const char* k_footer =
    "Sends one prompt N times at each length (or number of requests at a time) to\n"
    "each engine of the config and counts the different outputs. Lengths are prompt\n"
    "tokens as the engine counts them; two short requests tell how long a text has\n"
    "to be.\n"
    "  kilter sweep --lengths 2k,8k,42k --runs 16\n"
    "  kilter sweep --lengths 4k,16k --bracket 256     halves the step in between\n"
    "  kilter sweep --concurrency 1,2,4,8\n"
    "  kilter sweep --stored            shows the newest sweep again, sends nothing\n"
    "The suites of the config are not sent. Run again, it resumes; --new measures\n"
    "again.\n"
    "Every number: docs/metrics.md. Exit codes: 0 every cell was measured whole;\n"
    "3 some were not.";

}  // namespace

void add_sweep_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<SweepOptions>();
    CLI::App& command =
        add_command(app, "sweep", "find the length at which outputs begin to differ", k_footer);
    add_positional(command, "CONFIG", options->config, "the config (default: kilter.yaml here)");
    add_list_option(
        command, "--lengths", options->lengths,
        "prompt tokens, as 2k,6000 (default: 2k,4k,8k,16k,32k;\n512 with --concurrency)", "LIST");
    add_list_option(command, "--concurrency", options->concurrency,
                    "requests at a time, as 1,2,4: sweeps these instead", "LIST", from_to(1, 1024));
    add_runs_option(command, options->runs, "requests a cell (default: 8)");
    add_option(command, "--bracket", options->width,
               "bisect the step until it is no wider than so\nmany tokens", "WIDTH",
               from_to(1, 1000000));
    add_option(command, "--max-tokens", options->max_tokens, "of an answer (default: 64)", "N",
               from_to(1, 1000000));
    add_option(command, "--document", options->document,
               "the text that fills the prompt (default: a\nparagraph of kilter's)", "FILE");
    add_option(command, "--level", options->level,
               "full (the default), reasoning or content: what\ncounts as one output", "LEVEL",
               one_of({"full", "reasoning", "content"}));
    add_list_option(command, "--engine", options->engines, "only these engines (repeatable)", "E");
    add_flag(command, "--new", options->fresh, "measure again, even if nothing is missing");
    add_flag(command, "--retry-errors", options->retry_errors, "send failed trials again");
    options->stored.add_to(command, "show a stored one again, send nothing", true);
    options->store.add_to(command);
    options->json.add_to(command);
    when_given(command, [options, &invocation] {
        invocation.exit_code = sweep_command(*options, invocation.colour);
    });
}

}  // namespace kilter
