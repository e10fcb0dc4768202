// kilter board [EXPERIMENT...]: the leaderboard, accuracy and stability side by side.
#include <algorithm>
#include <memory>

#include "cli/analysis/board_builder.hpp"
#include "cli/command.hpp"
#include "cli/load_input.hpp"
#include "reports/board_json.hpp"
#include "reports/board_text.hpp"

namespace kilter {

namespace {

struct BoardOptions {
    std::vector<std::string> experiments;
    std::string sort = "points";
    StoreOption store;
    JsonOption json;
    bool fields = false, plain = false;
};

int board_command(BoardOptions options, ColourChoice colour) {
    const auto reader = open_store_or_complain(options.store.path);
    if (!reader) return k_exit_usage;
    if (options.experiments.empty()) options.experiments.push_back("latest");
    std::vector<std::string> ids;
    for (const std::string& word : options.experiments) {
        const auto id = suite_experiment_or_complain(*reader, word);
        if (!id) return k_exit_usage;
        if (std::find(ids.begin(), ids.end(), *id) == ids.end()) ids.push_back(*id);
    }
    auto board = build_board(*reader, ids);
    if (!board) {
        print_problem(board.error().message);
        return k_exit_usage;
    }
    sort_board(*board, *board_sort_from(options.sort));
    if (options.json.json)
        print_out(board_json(*board));
    else if (options.plain)
        print_out(board_markdown(*board));
    else
        print_out(board_text(*board, stdout_style(colour), options.fields));
    return board_exit_code(*board);
}

constexpr const char* k_footer =
    "A terminal of fewer than 120 columns shows the columns that decide; fewer than\n"
    "60 gets a list. Every number and its formula: docs/metrics.md.\n"
    "Exit codes: 0 gates hold; 1 a gate failed; 3 inconclusive.";

}  // namespace

void add_board_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<BoardOptions>();
    CLI::App& command =
        add_command(app, "board", "print the leaderboard of stored experiments", k_footer);
    add_positional(command, "EXPERIMENT", options->experiments,
                   "ids or unique prefixes (default: latest)");
    const std::vector<std::string> sorts(std::begin(k_board_sorts), std::end(k_board_sorts));
    add_option(command, "--sort", options->sort,
               "points (the default), majority, unstable, engine,\n"
               "speed, clean, disagreement or loops; best first",
               "COLUMN", one_of(sorts));
    add_flag(command, "--fields", options->fields, "the table of fields of every engine too");
    add_flag(command, "--plain", options->plain,
             "as Markdown, to paste: what report -o board.md writes");
    options->store.add_to(command);
    options->json.add_to(command);
    when_given(command, [options, &invocation] {
        invocation.exit_code = board_command(*options, invocation.colour);
    });
}

}  // namespace kilter
