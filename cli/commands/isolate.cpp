// kilter isolate [CONFIG]: a baseline, the same again, and arms with one switch each, over one item
// set; which of them waver more or less.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/text/terminal.hpp"
#include "cli/analysis/item_words.hpp"
#include "cli/command.hpp"
#include "cli/execution/api_keys.hpp"
#include "cli/execution/ask_in_blocks.hpp"
#include "cli/execution/execute.hpp"
#include "cli/execution/identify_engine.hpp"
#include "cli/isolation/arm_plan.hpp"
#include "cli/isolation/isolate_builder.hpp"
#include "cli/isolation/item_choice.hpp"
#include "cli/load_input.hpp"
#include "reports/isolate_report.hpp"

namespace kilter {

namespace {

struct IsolateOptions {
    std::string config, engine, items_from;
    std::string design = "one-switch", schedule;
    SelectionRequest selection;
    int runs = 0;
    bool allow_hooks = false, fresh = false, retry_errors = false;
    StoredOption stored;
    StoreOption store;
    JsonOption json;
};

int usage(const std::string& problem) {
    print_problem(visible(problem));
    return k_exit_usage;
}

std::nullopt_t complain(const std::string& problem) {
    print_problem(visible(problem));
    return std::nullopt;
}

// From the store; the exit code of what it shows.
int show_isolation(const std::filesystem::path& store, const std::string& experiment, bool json,
                   ColourChoice colour) {
    const auto reader = StoreReader::open(store);
    if (!reader) return usage(reader.error().message);
    const auto report = build_isolate(**reader, experiment);
    if (!report) return usage(report.error().message);
    print_out(json ? isolate_json(*report) : isolate_text(*report, stdout_style(colour)));
    return report->partial() ? k_exit_inconclusive : k_exit_done;
}

int show_stored(const IsolateOptions& options, ColourChoice colour) {
    std::filesystem::path store = store_path(options.store.path);
    if (!options.config.empty() && options.store.path.empty()) {
        const auto config = load_config_or_complain(options.config);
        if (!config) return k_exit_usage;
        store = config->store;
    }
    const auto reader = StoreReader::open(store);
    if (!reader) return usage(reader.error().message);
    const auto id = resolve_experiment(**reader, options.stored.experiment, "isolate");
    if (!id) return usage(id.error().message);
    return show_isolation(store, *id, options.json.json, colour);
}

// nullopt: a problem was printed.
std::optional<std::vector<PlannedSuite>> chosen_items(const IsolateOptions& options,
                                                      const ExperimentConfig& config,
                                                      std::string& parent) {
    const auto suites = load_suites_or_complain(config.suites);
    if (!suites) return std::nullopt;
    std::vector<PlannedSuite> planned;
    if (options.items_from.empty()) {
        planned = plan_all(*suites);
        const auto kept = keep_named_items(planned, split_words(options.selection.items));
        if (!kept) return complain(kept.error().message);
        return planned;
    }
    const auto reader = StoreReader::open(config.store);
    if (!reader) return complain(reader.error().message);
    const auto id = resolve_experiment(**reader, options.items_from);
    if (!id) return complain(id.error().message);
    const auto older = (*reader)->experiment(*id);
    if (!older) return complain(older.error().message);
    auto found = items_from(**reader, *older, options.selection, *suites);
    if (!found) return complain(found.error().message);
    for (const std::string& name : found->changed)
        print_line(
            fmt::format("The suite {} asks something else now than in experiment {}: its "
                        "items were chosen by other prompts.",
                        visible(name), *id));
    parent = *id;
    return std::move(found->suites);
}

const EngineConfig* base_engine(const IsolateOptions& options, const ExperimentConfig& config) {
    if (options.engine.empty()) {
        if (config.engines.size() > 1 && config.arms.empty())
            print_line(
                fmt::format("The config has {} engines: {} is isolated; --engine chooses "
                            "another.",
                            config.engines.size(), config.engines.front().name));
        return &config.engines.front();
    }
    return engine_or_complain(config, options.engine);
}

// Which switches there are depends on the dialect; nullopt: a problem was printed, with this code.
std::optional<Dialect> dialect_of(const EngineConfig& engine, const ExperimentConfig& config,
                                  int& code) {
    code = k_exit_usage;
    if (engine.dialect != Dialect::automatic) return engine.dialect;
    ExperimentConfig alone = config;
    alone.engines = {engine};
    const auto keys = api_keys_of(alone);
    if (!keys) return complain(keys.error().message);
    const auto key = keys->find(engine.name);
    const EngineIdentity found =
        identify_engine(engine, key == keys->end() ? std::string{} : key->second);
    if (found.reachable && !found.fatal) return found.dialect;
    code = k_exit_no_engine;
    print_problem(visible(engine.name + ": " +
                          (found.problem.empty() ? std::string{"unreachable"} : found.problem)));
    return std::nullopt;
}

bool hooks_allowed(const ExperimentConfig& plan, bool allowed) {
    if (allowed) return true;
    for (const IsolationArm& arm : plan.isolation->arms) {
        if (!arm.before_arm) continue;
        usage(fmt::format("the arm '{}' would run a command: {}; add --allow-hooks if it may",
                          arm.name, *arm.before_arm));
        return false;
    }
    return true;
}

bool has_hooks(const ExperimentConfig& plan) {
    return std::any_of(plan.isolation->arms.begin(), plan.isolation->arms.end(),
                       [](const IsolationArm& arm) { return arm.before_arm.has_value(); });
}

void say_plan(const ExperimentRequest& request) {
    const std::size_t items = item_count(request);
    const std::size_t arms = request.config.engines.size();
    print_line(fmt::format("{} arms x {} items x {} runs: {} requests, {}.", arms, items,
                           request.config.runs,
                           arms * items * static_cast<std::size_t>(request.config.runs),
                           request.config.isolation->schedule));
}

int send_and_show(const ExperimentRequest& request, const IsolateOptions& options,
                  ColourChoice colour) {
    const SystemClock clock;
    const std::filesystem::path config = options.config.empty() ? k_default_config : options.config;
    say_plan(request);
    const auto asked = has_hooks(request.config)
                           ? ask_in_blocks(request, config.parent_path(), clock)
                           : ask_experiment(request, clock);
    if (!asked) return usage(asked.error().message);
    if (!store_is_there(request.config.store)) return k_exit_inconclusive;
    if (asked->report.engines.empty())
        print_line("Nothing to send: every trial of this plan is stored. --new measures again.");
    const int shown =
        show_isolation(request.config.store, asked->experiment, options.json.json, colour);
    const int code = after_sending(asked->report, shown);
    say_where(request.config.store, asked->experiment);
    return code;
}

int isolate_command(const IsolateOptions& options, ColourChoice colour) {
    if (options.stored.is_given()) return show_stored(options, colour);
    if (options.items_from.empty() && (options.selection.unstable || options.selection.failing))
        return usage(
            "--unstable and --failing choose among the items of an older experiment; name "
            "it with --items-from");
    auto config = load_config_or_complain(options.config);
    if (!config) return k_exit_usage;
    if (options.runs > 0) config->runs = options.runs;
    if (!options.store.path.empty()) config->store = options.store.path;
    if (config->runs < 2)
        return usage("one run of an item cannot differ from itself; isolate needs runs: 2 or more");
    const EngineConfig* base = base_engine(options, *config);
    if (base == nullptr) return k_exit_usage;
    ExperimentRequest request;
    auto suites = chosen_items(options, *config, request.parent);
    if (!suites) return k_exit_usage;
    request.suites = std::move(*suites);
    int code = 0;
    // Arms of the config need no dialect to be planned.
    const auto dialect = config->arms.empty() ? dialect_of(*base, *config, code)
                                              : std::optional<Dialect>(Dialect::openai);
    if (!dialect) return code;
    auto plan = plan_isolation(*config, request.suites,
                               {base->name, options.design, options.schedule, *dialect});
    if (!plan) return usage(plan.error().message);
    if (!hooks_allowed(*plan, options.allow_hooks)) return k_exit_usage;
    request.config = std::move(*plan);
    request.kind = "isolate";
    request.always_new = options.fresh;
    request.retry_errors = options.retry_errors;
    return send_and_show(request, options, colour);
}

void add_choices(CLI::App& command, IsolateOptions& options) {
    add_option(command, "--engine", options.engine, "the engine to isolate (default: the first)",
               "E");
    add_option(command, "--design", options.design, "one-switch, leave-one-out or cumulative", "D",
               one_of({"one-switch", "leave-one-out", "cumulative"}));
    add_option(command, "--schedule", options.schedule,
               "interleaved: arms take turns; blocked: arm after arm", "S",
               one_of({"interleaved", "blocked"}));
    add_option(command, "--items-from", options.items_from,
               "an older one's items (with --unstable, ...)", "EXPERIMENT");
    add_flag(command, "--unstable", options.selection.unstable, "its unstable items");
    add_flag(command, "--failing", options.selection.failing,
             "its items with a run that lost points");
    add_list_option(command, "--item", options.selection.items, "these items (repeatable)", "ID");
    add_runs_option(command, options.runs, "K, instead of the config's");
}

constexpr const char* k_footer =
    "Without arms: in the config it tries the request's own switches: prompt cache,\n"
    "concurrency, stream, logprobs, structured output, seed, item order. Each arm is\n"
    "compared with the A/A arm, the same settings sent again by another name.\n"
    "  kilter isolate kilter.yaml --runs 10\n"
    "  kilter isolate kilter.yaml --items-from latest --unstable\n"
    "Arms of your own, each an engine of the config or a change of the first one:\n"
    "  arms:\n"
    "    - {name: no-cache, override: {cache: cold, request: {seed: 1}}}\n"
    "    - {name: no-mtp, before_arm: ./restart.sh}\n"
    "A command before an arm runs with --allow-hooks only. Run again, it resumes.\n"
    "How to read the table: docs/isolate.md.";

}  // namespace

void add_isolate_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<IsolateOptions>();
    CLI::App& command =
        add_command(app, "isolate", "switch one thing at a time: what makes it waver?", k_footer);
    add_positional(command, "CONFIG", options->config, "the config (default: kilter.yaml here)");
    add_choices(command, *options);
    add_flag(command, "--allow-hooks", options->allow_hooks, "run the before_arm commands");
    add_flag(command, "--new", options->fresh, "measure again, as a new experiment");
    add_flag(command, "--retry-errors", options->retry_errors, "send failed trials again");
    options->stored.add_to(command, "show a stored one again, send nothing", true);
    options->store.add_to(command);
    options->json.add_to(command);
    when_given(command, [options, &invocation] {
        invocation.exit_code = isolate_command(*options, invocation.colour);
    });
}

}  // namespace kilter
