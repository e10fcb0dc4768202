// kilter probe [CONFIG or URL]: the same prompt N times, one request at a time; are the log
// probabilities of the first tokens the same to the bit?
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/diagnostics.hpp"
#include "base/text/terminal.hpp"
#include "cli/analysis/item_words.hpp"
#include "cli/analysis/selection.hpp"
#include "cli/command.hpp"
#include "cli/execution/api_keys.hpp"
#include "cli/execution/ask_experiment.hpp"
#include "cli/execution/execute.hpp"
#include "cli/execution/probe_limits.hpp"
#include "cli/load_input.hpp"
#include "cli/probing/probe_builder.hpp"
#include "cli/probing/probe_plan.hpp"
#include "cli/probing/probe_prompts.hpp"
#include "config/load.hpp"
#include "config/words.hpp"
#include "reports/probe_report.hpp"

namespace kilter {

namespace {

struct ProbeOptions {
    std::string target;  // a config, or a URL
    std::string model, api_key_env, dialect;
    std::vector<std::string> texts, engines, items;
    std::string prompts_file, items_from;
    int runs = k_probe_runs;
    bool cold = false, fresh = false, retry_errors = false;
    StoredOption stored;
    StoreOption store;
    JsonOption json;
};

void print_report(const ProbeReport& report, const ProbeOptions& options, ColourChoice colour) {
    print_out(options.json.json ? probe_json(report) : probe_text(report, stdout_style(colour)));
}

int exit_of(const ProbeReport& report) {
    return is_inconclusive(report) ? k_exit_inconclusive : k_exit_done;
}

// nullopt here and below: a problem was printed.
std::nullopt_t complain(const std::string& message) {
    print_problem(visible(message));
    return std::nullopt;
}

// What cannot stand together; empty: all can.
std::string misuse(const ProbeOptions& options) {
    const int sources = (options.texts.empty() ? 0 : 1) + (options.prompts_file.empty() ? 0 : 1) +
                        (options.items_from.empty() ? 0 : 1);
    if (sources > 1) return "give one of --prompt, --prompts and --items-from";
    if (!options.items.empty() && options.items_from.empty())
        return "--item chooses among the items of --items-from EXPERIMENT";
    const bool url = is_url(options.target);
    if (!url && !(options.model + options.api_key_env + options.dialect).empty())
        return "--model, --api-key-env and --dialect go with a URL; a config has its own";
    if (url && !options.engines.empty()) return "--engine goes with a config; a URL is one engine";
    return {};
}

std::optional<ExperimentConfig> stored_plan(const ExperimentRow& experiment) {
    if (experiment.plan_json.empty())
        return complain("experiment " + experiment.id +
                        " holds imported answers: there is no engine to ask; name a config");
    auto plan = plan_from_json(experiment.plan_json);
    if (!plan) return complain(plan.error().message);
    plan->source_text = experiment.config_text;
    return std::move(*plan);
}

// `source`: the experiment of --items-from, whose engines are asked where nothing else is named.
std::optional<ExperimentConfig> config_for(const ProbeOptions& options,
                                           const std::optional<ExperimentRow>& source) {
    std::optional<ExperimentConfig> config;
    if (is_url(options.target)) {
        ProbeTarget target{options.target, options.model, options.api_key_env,
                           dialect_from(options.dialect).value_or(Dialect::automatic)};
        auto made = config_of(target);
        if (!made) return complain(made.error().message);
        config = std::move(*made);
        config->store = store_path(options.store.path);
    } else if (source && options.target.empty()) {
        config = stored_plan(*source);
        if (config) config->store = store_path(options.store.path);
    } else {
        config = load_config_or_complain(options.target);
    }
    if (!config) return std::nullopt;
    if (!options.store.path.empty()) config->store = options.store.path;
    if (!keep_engines(*config, split_words(options.engines))) return std::nullopt;
    return config;
}

std::optional<ProbePrompts> file_prompts(const std::filesystem::path& file) {
    Diagnostics diagnostics;
    auto prompts = load_prompts(file, diagnostics);
    std::string text = to_text(diagnostics);
    if (!text.empty()) print_line(text.substr(0, text.find_last_not_of('\n') + 1));
    return prompts;
}

// probe.yaml beside each suite of the config; none there: the built-in ones.
std::optional<ProbePrompts> suite_prompts(const ExperimentConfig& config) {
    ProbePrompts all;
    std::vector<std::filesystem::path> seen;
    for (const std::filesystem::path& suite : config.suites) {
        const std::filesystem::path file = suite.parent_path() / "probe.yaml";
        std::error_code error;
        if (!std::filesystem::exists(file, error)) continue;
        if (std::find(seen.begin(), seen.end(), file) != seen.end()) continue;
        seen.push_back(file);
        auto prompts = file_prompts(file);
        if (!prompts) return std::nullopt;
        all.insert(all.end(), prompts->begin(), prompts->end());
    }
    return all.empty() ? built_in_prompts() : all;
}

std::optional<ProbePrompts> prompts_for(const ProbeOptions& options, const ExperimentConfig& config,
                                        StoreReader* reader,
                                        const std::optional<ExperimentRow>& source) {
    if (!options.texts.empty()) return prompts_of_texts(options.texts);
    if (!options.prompts_file.empty()) return file_prompts(options.prompts_file);
    if (!source) return suite_prompts(config);
    SelectionRequest selection;
    selection.items = options.items;
    const auto chosen = select_items(*reader, *source, selection);
    if (!chosen) return complain(chosen.error().message);
    auto prompts = prompts_of_items(*source, *chosen);
    if (!prompts) return complain(prompts.error().message);
    return std::move(*prompts);
}

// The engines that list log probabilities stay in the plan; the others come back as they are
// reported. nullopt: a key is missing, which was said.
std::optional<std::vector<ProbedEngine>> set_unfit_aside(ExperimentConfig& config,
                                                         const Suite& suite) {
    const auto keys = api_keys_of(config);
    if (!keys) return complain(keys.error().message);
    const std::vector<LogprobLimit> limits = ask_logprob_limits(config, *keys);
    std::vector<EngineConfig> fit;
    std::vector<ProbedEngine> unfit;
    for (std::size_t i = 0; i < limits.size(); ++i) {
        EngineConfig& engine = config.engines[i];
        const LogprobLimit& limit = limits[i];
        if (!limit.problem.empty() || !limit.top) {
            unfit.push_back(unprobed_engine(engine, suite, limit.reason, limit.problem));
            continue;
        }
        set_limit(engine, *limit.top);
        note_limit(engine, limit.reason);
        fit.push_back(std::move(engine));
    }
    config.engines = std::move(fit);
    return unfit;
}

int show_unfit(std::vector<ProbedEngine> unfit, const ProbeOptions& options, ColourChoice colour) {
    const bool none_answers = std::all_of(
        unfit.begin(), unfit.end(), [](const ProbedEngine& one) { return !one.problem.empty(); });
    ProbeReport report;
    report.runs = options.runs;
    report.engines = std::move(unfit);
    print_report(report, options, colour);
    return none_answers ? k_exit_no_engine : k_exit_inconclusive;
}

int send_and_show(ExperimentRequest request, std::vector<ProbedEngine> unfit,
                  const ProbeOptions& options, ColourChoice colour) {
    const std::size_t items = request.suites.front().items.size();
    print_line(fmt::format(
        "{} prompts at {} lengths, {} requests each: {} requests to each of {} "
        "{}, one at a time.",
        items / std::size(k_probe_lengths), std::size(k_probe_lengths), request.config.runs,
        items * static_cast<std::size_t>(request.config.runs), request.config.engines.size(),
        request.config.engines.size() == 1 ? "engine" : "engines"));
    const SystemClock clock;
    const auto asked = ask_experiment(request, clock);
    if (!asked) {
        print_problem(asked.error().message);
        return k_exit_usage;
    }
    if (!store_is_there(request.config.store)) return k_exit_inconclusive;
    if (asked->report.engines.empty())
        print_line("Nothing to send: this probe is stored. --new measures again.");
    const auto reader = open_store_or_complain(request.config.store.string());
    if (!reader) return k_exit_usage;
    auto report = build_probe(*reader, asked->experiment);
    if (!report) {
        print_problem(visible(report.error().message));
        return k_exit_usage;
    }
    for (ProbedEngine& one : unfit) report->engines.push_back(std::move(one));
    print_report(*report, options, colour);
    const int code = after_sending(asked->report, exit_of(*report));
    say_where(request.config.store, asked->experiment);
    return code;
}

int stored_command(const ProbeOptions& options, ColourChoice colour) {
    const auto reader = open_store_or_complain(options.store.path);
    if (!reader) return k_exit_usage;
    const auto id = experiment_or_complain(*reader, options.stored.experiment, "probe");
    if (!id) return k_exit_usage;
    const auto report = build_probe(*reader, *id);
    if (!report) {
        print_problem(visible(report.error().message));
        return k_exit_usage;
    }
    print_report(*report, options, colour);
    return exit_of(*report);
}

int probe_command(const ProbeOptions& options, ColourChoice colour) {
    if (const std::string problem = misuse(options); !problem.empty()) {
        print_problem(problem);
        return k_exit_usage;
    }
    if (!options.stored.experiment.empty()) return stored_command(options, colour);
    std::unique_ptr<StoreReader> reader;
    std::optional<ExperimentRow> source;
    if (!options.items_from.empty()) {
        reader = open_store_or_complain(options.store.path);
        if (!reader) return k_exit_usage;
        const auto id = experiment_or_complain(*reader, options.items_from);
        if (!id) return k_exit_usage;
        auto row = reader->experiment(*id);
        if (!row) {
            print_problem(row.error().message);
            return k_exit_usage;
        }
        source = std::move(*row);
    }
    auto config = config_for(options, source);
    if (!config) return k_exit_usage;
    const auto prompts = prompts_for(options, *config, reader.get(), source);
    if (!prompts) return k_exit_usage;
    auto suite = probe_suite(*prompts);
    if (!suite) {
        print_problem(suite.error().message);
        return k_exit_usage;
    }
    reader.reset();
    for (const std::string& line : make_probe_plan(*config, options.runs, options.cold))
        print_line(line);
    auto unfit = set_unfit_aside(*config, *suite);
    if (!unfit) return k_exit_usage;
    if (config->engines.empty()) return show_unfit(std::move(*unfit), options, colour);
    ExperimentRequest request;
    request.kind = "probe";
    request.score = false;
    request.parent = source ? source->id : std::string();
    request.always_new = options.fresh;
    request.retry_errors = options.retry_errors;
    request.suites = plan_all({std::make_shared<const Suite>(std::move(*suite))});
    request.config = std::move(*config);
    return send_and_show(std::move(request), std::move(*unfit), options, colour);
}

void add_target_options(CLI::App& command, ProbeOptions& options) {
    add_positional(command, "TARGET", options.target,
                   "a config (default: kilter.yaml here), or a URL");
    add_option(command, "--model", options.model, "with a URL: the model that is asked", "M");
    add_option(command, "--api-key-env", options.api_key_env,
               "with a URL: the variable that holds the key", "NAME");
    add_option(command, "--dialect", options.dialect, "with a URL: vllm, ... (default: found out)",
               "D", [](const std::string& word) {
                   return dialect_from(word)
                              ? std::string()
                              : "is no dialect: auto, openai, vllm, sglang, llama_cpp, "
                                "ollama or tensorrt_llm";
               });
    add_list_option(command, "--engine", options.engines,
                    "only these engines of the config (repeatable)", "E");
}

void add_prompt_options(CLI::App& command, ProbeOptions& options) {
    add_list_option(command, "--prompt", options.texts, "this prompt (repeatable)", "TEXT");
    add_option(command, "--prompts", options.prompts_file, "a file of prompts (docs/formats.md)",
               "FILE");
    add_option(command, "--items-from", options.items_from, "the items of an experiment as prompts",
               "EXPERIMENT");
    add_list_option(command, "--item", options.items, "of these only these, as A,B (repeatable)",
                    "ID");
}

constexpr const char* k_footer =
    "The quickest look at an engine: two minutes tell whether its prefill or its\n"
    "first decode steps give other numbers from one request to the next, also where\n"
    "the outputs look alike. Prompts: probe.yaml beside the suite, else three of our\n"
    "own; each at 1 and at 4 tokens, so 60 requests by default, one at a time.\n"
    "  kilter probe http://127.0.0.1:8000/v1 --model M\n"
    "  kilter probe my.yaml --items-from latest --item T1-02\n"
    "An engine that reuses a cached prefix repeats one prefill; --cold asks for a\n"
    "fresh one each time. Nothing is asked again because its numbers differ.\n"
    "Exit codes: 0 measured, whatever was found; 2 usage; 3 something could not be\n"
    "measured (no log probabilities, failed or missing requests); 4 no engine\n"
    "answers; 130 interrupted, resumable. Every number: docs/metrics.md.";

}  // namespace

void add_probe_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<ProbeOptions>();
    CLI::App& command =
        add_command(app, "probe", "same prompt N times: the same log probabilities?", k_footer);
    add_target_options(command, *options);
    add_prompt_options(command, *options);
    add_runs_option(command, options->runs, "requests for each prompt and length (default 10)");
    add_flag(command, "--cold", options->cold, "ask the engine not to reuse a cached prefix");
    add_flag(command, "--new", options->fresh, "measure again, as a new experiment");
    add_flag(command, "--retry-errors", options->retry_errors, "send failed requests again");
    options->stored.add_to(command, "show a stored probe (default: the latest)", false);
    options->store.add_to(command);
    options->json.add_to(command);
    when_given(command, [options, &invocation] {
        invocation.exit_code = probe_command(*options, invocation.colour);
    });
}

}  // namespace kilter
