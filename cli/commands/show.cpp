// kilter show ITEM...: the K runs of an item side by side, cut at the point where they part.
#include <memory>

#include "base/text/terminal.hpp"
#include "cli/analysis/item_words.hpp"
#include "cli/analysis/show_builder.hpp"
#include "cli/command.hpp"
#include "cli/load_input.hpp"
#include "reports/show_report.hpp"

namespace kilter {

namespace {

struct ShowOptions {
    std::vector<std::string> items;
    std::string experiment = "latest", engine;
    StoreOption store;
    JsonOption json;
};

int show_command(const ShowOptions& options, ColourChoice colour) {
    const auto reader = open_store_or_complain(options.store.path);
    if (!reader) return k_exit_usage;
    const auto id = experiment_or_complain(*reader, options.experiment);
    if (!id) return k_exit_usage;
    const auto items = build_show(*reader, *id, split_words(options.items), options.engine);
    if (!items) {
        print_problem(visible(items.error().message));
        return k_exit_usage;
    }
    print_out(options.json.json ? show_json(*items) : show_text(*items, stdout_style(colour)));
    return k_exit_done;
}

constexpr const char* k_footer =
    "A, B, ... are the different outputs, the most frequent first; a star marks a\n"
    "field whose value differs. What is shown is explained in docs/metrics.md.";

}  // namespace

void add_show_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<ShowOptions>();
    CLI::App& command =
        add_command(app, "show", "show an item's runs side by side, cut where they part", k_footer);
    add_required_positional(command, "ITEM", options->items, "id or suite/id");
    add_option(command, "--in", options->experiment, "experiment: id, unique prefix or latest",
               "EXPERIMENT");
    add_option(command, "--engine", options->engine, "only this engine", "E");
    options->store.add_to(command);
    options->json.add_to(command);
    when_given(command, [options, &invocation] {
        invocation.exit_code = show_command(*options, invocation.colour);
    });
}

}  // namespace kilter
