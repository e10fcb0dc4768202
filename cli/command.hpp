// What every command shares: the global options, the exit code, and how a command joins the front
// door. One file per command in cli/commands; each adds its options and a callback that runs it.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <string>
#include <vector>

#include "cli/exit_codes.hpp"
#include "cli/terminal.hpp"

namespace kilter {

struct Invocation {
    ColourChoice colour = ColourChoice::automatic;
    int exit_code = k_exit_done;
};

// Options that several commands have, with the same words everywhere.
struct StoreOption {
    std::string path;  // empty: the config's, else kilter.db in the current folder
    void add_to(CLI::App& command);
};

struct JsonOption {
    bool json = false;
    void add_to(CLI::App& command);
};

// An option that takes one value each time it is given, so that it never swallows what stands
// behind.
CLI::Option* add_list_option(CLI::App& command, const std::string& name,
                             std::vector<std::string>& values, const std::string& about);
// K on the command line: 1 to 1000.
void add_runs_option(CLI::App& command, int& runs, const std::string& about);

// For all commands below `app`: an empty value is an error, since an unset shell variable must not
// read as "not given".
void refuse_empty_values(CLI::App& app);

using AddCommand = void (*)(CLI::App& app, Invocation& invocation);

void add_run_command(CLI::App& app, Invocation& invocation);
void add_rerun_command(CLI::App& app, Invocation& invocation);
void add_score_command(CLI::App& app, Invocation& invocation);
void add_import_command(CLI::App& app, Invocation& invocation);
void add_board_command(CLI::App& app, Invocation& invocation);
void add_show_command(CLI::App& app, Invocation& invocation);
void add_probe_command(CLI::App& app, Invocation& invocation);
void add_diff_command(CLI::App& app, Invocation& invocation);
void add_isolate_command(CLI::App& app, Invocation& invocation);
void add_repro_command(CLI::App& app, Invocation& invocation);
void add_list_command(CLI::App& app, Invocation& invocation);
void add_report_command(CLI::App& app, Invocation& invocation);
void add_view_command(CLI::App& app, Invocation& invocation);
void add_plan_command(CLI::App& app, Invocation& invocation);
void add_schema_command(CLI::App& app, Invocation& invocation);
void add_completion_command(CLI::App& app, Invocation& invocation);
void add_check_command(CLI::App& app, Invocation& invocation);
void add_suite_command(CLI::App& app, Invocation& invocation);
void add_sweep_command(CLI::App& app, Invocation& invocation);
void add_sim_command(CLI::App& app, Invocation& invocation);

}  // namespace kilter
