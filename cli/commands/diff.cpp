// kilter diff A B: two engines or experiments, item by item: are their outputs the same?
#include <memory>

#include "base/text/terminal.hpp"
#include "cli/analysis/item_words.hpp"
#include "cli/command.hpp"
#include "cli/comparison/diff_builder.hpp"
#include "cli/load_input.hpp"
#include "reports/diff_report.hpp"

namespace kilter {

namespace {

constexpr int k_exit_same = 0, k_exit_differs = 1, k_exit_trouble = 2;

struct DiffOptions {
    std::string a, b, experiment, engine, level = "content";
    std::vector<std::string> items;
    StoreOption store;
    JsonOption json;
};

Result<DiffRequest> request_of(StoreReader& reader, const DiffOptions& options) {
    SideSearch search;
    auto experiments = reader.experiments();
    if (!experiments) return experiments.error();
    search.experiments = std::move(*experiments);
    const auto home = resolve_experiment(reader, options.experiment);
    if (!home) return home.error();
    search.home = *home;
    search.home_only = !options.experiment.empty();
    search.engine = options.engine;
    const auto a = find_side(search, options.a);
    if (!a) return a.error();
    const auto b = find_side(search, options.b);
    if (!b) return b.error();
    return DiffRequest{*a, *b, level_from(options.level).value_or(Level::content),
                       split_words(options.items)};
}

int diff_command(const DiffOptions& options, ColourChoice colour) {
    const auto reader = open_store_or_complain(options.store.path);
    if (!reader) return k_exit_trouble;
    const auto request = request_of(*reader, options);
    if (!request) {
        print_problem(request.error().message);
        return k_exit_trouble;
    }
    const auto report = build_diff(*reader, *request);
    if (!report) {
        print_problem(report.error().message);
        return k_exit_trouble;
    }
    print_out(options.json.json ? diff_json(*report) : diff_text(*report, stdout_style(colour)));
    switch (end_of(*report)) {
        case DiffEnd::same:
            return k_exit_same;
        case DiffEnd::differs:
            return k_exit_differs;
        case DiffEnd::undecided:
            break;
    }
    print_line("Nothing differs in what is there, but something is missing: no verdict of same.");
    return k_exit_trouble;
}

constexpr const char* k_footer =
    "A and B: an engine of the latest experiment (or of --in), an experiment with one\n"
    "engine, or EXPERIMENT:ENGINE. A is before, B is after.\n"
    "  kilter diff plain speculative            two engines of the latest experiment\n"
    "  kilter diff 20261129-1200:e 20261130-0900:e     before and after an upgrade\n"
    "Only settings of the engine may differ; other prompts, K, length or sampling are\n"
    "refused. Every number: docs/metrics.md.\n"
    "Exit codes: 0 same, 1 differs, 2 trouble (also: nothing differs, but runs are\n"
    "missing or failed).";

}  // namespace

void add_diff_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<DiffOptions>();
    CLI::App& command =
        add_command(app, "diff", "compare two engines or experiments output by output", k_footer);
    add_required_positional(command, "A", options->a, "engine, experiment or experiment:engine");
    add_required_positional(command, "B", options->b, "the same, what it is compared with");
    add_option(command, "--in", options->experiment, "the experiment whose engines A and B are",
               "EXPERIMENT");
    add_option(command, "--engine", options->engine, "which engine, where A or B is an experiment",
               "E");
    std::vector<std::string> levels;
    for (const Level level : k_levels) levels.emplace_back(to_word(level));
    add_option(command, "--level", options->level,
               "content (the default), full, reasoning, norm,\nvalue or outcome", "LEVEL",
               one_of(levels));
    add_list_option(command, "--item", options->items, "these items, as A,B (repeatable)", "ID");
    options->store.add_to(command);
    options->json.add_to(command);
    when_given(command, [options, &invocation] {
        invocation.exit_code = diff_command(*options, invocation.colour);
    });
}

}  // namespace kilter
