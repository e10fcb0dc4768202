// kilter report [EXPERIMENT] -o FILE: the board as a file, its format by the suffix.
#include "base/files.hpp"
#include "base/text/terminal.hpp"
#include "cli/analysis/board_builder.hpp"
#include "cli/command.hpp"
#include "cli/load_input.hpp"
#include "reports/board_json.hpp"
#include "reports/board_text.hpp"

namespace kilter {

namespace {

using Exporter = std::string (*)(const Board&);

struct Format {
    const char* suffix;
    Exporter exporter;
};
constexpr Format k_formats[] = {{".md", board_markdown}, {".json", board_json}};

struct ReportOptions {
    std::string experiment = "latest";
    std::vector<std::string> files;
    StoreOption store;
};

Exporter exporter_of(const std::string& file) {
    std::string suffix = std::filesystem::path(file).extension().string();
    for (char& c : suffix)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    for (const Format& format : k_formats)
        if (suffix == format.suffix) return format.exporter;
    return nullptr;
}

// All suffixes are known before anything is read.
bool formats_known(const std::vector<std::string>& files) {
    for (const std::string& file : files) {
        if (exporter_of(file) != nullptr) continue;
        print_problem("-o " + file +
                      ": the suffix names no format of this version; it writes .md and .json");
        return false;
    }
    return true;
}

int report_command(const ReportOptions& options) {
    if (!formats_known(options.files)) return k_exit_usage;
    const auto reader = open_store_or_complain(options.store.path);
    if (!reader) return k_exit_usage;
    const auto id = experiment_or_complain(*reader, options.experiment);
    if (!id) return k_exit_usage;
    const auto board = build_board(*reader, {*id});
    if (!board) {
        print_problem(board.error().message);
        return k_exit_usage;
    }
    for (const std::string& file : options.files) {
        if (const auto written = write_file_atomically(file, exporter_of(file)(*board)); !written) {
            print_problem(written.error().message);
            return k_exit_usage;
        }
        print_line("wrote " + visible(file));
    }
    return board_exit_code(*board);
}

}  // namespace

void add_report_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<ReportOptions>();
    CLI::App* command = app.add_subcommand("report", "write the board of an experiment to files");
    command->footer(
        "Every number and its formula: docs/metrics.md; every key: docs/formats.md.\n"
        "Exit codes: 0 gates hold; 1 a gate failed; 3 inconclusive.");
    command->add_option("EXPERIMENT", options->experiment, "an id, a unique prefix, or latest")
        ->type_name("");
    add_list_option(*command, "-o,--output", options->files,
                    "format by suffix: .md .json (repeatable)")
        ->required()
        ->type_name("FILE");
    options->store.add_to(*command);
    command->callback([options, &invocation] { invocation.exit_code = report_command(*options); });
}

}  // namespace kilter
