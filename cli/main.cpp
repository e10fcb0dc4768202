// The front door: the table of commands, the global options, and the one place where exceptions
// end.
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <csignal>
#include <exception>
#include <iostream>

#include "base/text/near_miss.hpp"
#include "base/text/terminal.hpp"
#include "cli/command.hpp"
#include "cli/execution/open_files.hpp"
#include "cli/version.hpp"

namespace {

constexpr kilter::AddCommand k_commands[] = {
    kilter::add_run_command,    kilter::add_rerun_command,      kilter::add_score_command,
    kilter::add_import_command, kilter::add_board_command,      kilter::add_show_command,
    kilter::add_diff_command,   kilter::add_isolate_command,    kilter::add_repro_command,
    kilter::add_list_command,   kilter::add_report_command,     kilter::add_plan_command,
    kilter::add_check_command,  kilter::add_probe_command,      kilter::add_suite_command,
    kilter::add_sweep_command,  kilter::add_view_command,       kilter::add_sim_command,
    kilter::add_schema_command, kilter::add_completion_command,
};

constexpr const char* k_footer =
    "Exit codes: 0 done, gates hold; 1 a gate failed; 2 usage, config or suite error,\n"
    "or the store is in use; 3 inconclusive (trials missing or failed); 4 no engine\n"
    "answered; 130 interrupted, resumable.";

constexpr std::size_t k_help_column = 26;  // where the words of an option begin; lines fit 80

// The command that was being parsed, for what is said after a usage error.
const CLI::App& deepest(const CLI::App& app) {
    const CLI::App* at = &app;
    while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
    return *at;
}

std::string command_path(const CLI::App& app) {
    std::string path = app.get_name();
    const CLI::App* at = &app;
    while (!at->get_subcommands().empty()) {
        at = at->get_subcommands().front();
        path += " " + at->get_name();
    }
    return path;
}

// For a word where a command belongs: what it may have meant. Empty: no word stands there.
std::string unknown_command(const CLI::App& app) {
    const CLI::App& parent = deepest(app);
    std::vector<std::string> names;
    for (const CLI::App* one : parent.get_subcommands({})) names.push_back(one->get_name());
    for (const std::string& word : app.remaining(true)) {
        if (word.empty() || word.front() == '-') continue;
        std::string message = "there is no command '" + kilter::visible(word) + "'";
        if (const auto meant = kilter::near_miss(word, names))
            message += "; did you mean '" + *meant + "'?";
        return message;
    }
    return "";
}

int parse_failed(const CLI::App& app, const CLI::ParseError& error) {
    std::string message;
    if (!deepest(app).get_subcommands({}).empty()) message = unknown_command(app);
    // --help, --version; not the help of a command that is none.
    if (error.get_exit_code() == 0 && message.empty()) return app.exit(error);
    if (message.empty()) message = kilter::visible(error.what());
    kilter::print_problem(message);
    kilter::print_line("see '" + command_path(app) + " --help'");
    return kilter::k_exit_usage;
}

int run(int argc, char** argv) {
    CLI::App app{"kilter scores LLM engines for accuracy and stability side by side."};
    app.name("kilter");
    app.footer(k_footer);
    app.get_formatter()->column_width(k_help_column);
    app.set_version_flag("--version", std::string{kilter::k_version});
    app.require_subcommand(1);
    app.fallthrough();
    app.option_defaults()->always_capture_default(false);
    kilter::Invocation invocation;
    app.add_option("--color", invocation.colour, "auto, always or never (auto obeys NO_COLOR)")
        ->transform([](std::string word) -> std::string {
            if (word == "auto") return "0";
            if (word == "always") return "1";
            if (word == "never") return "2";
            throw CLI::ValidationError("takes auto, always or never");
        })
        ->type_name("WHEN");
    for (const kilter::AddCommand add : k_commands) add(app, invocation);
    kilter::refuse_empty_values(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return parse_failed(app, error);
    }
    return invocation.exit_code;
}

// An answer that could not be written is no success.
int with_output_checked(int code) {
    std::cout.flush();
    std::string failure = kilter::output_failure();
    if (failure.empty() && !std::cout) failure = "standard output failed";
    if (failure.empty()) return code;
    kilter::print_problem("cannot write the output: " + failure);
    return code == kilter::k_exit_done ? kilter::k_exit_usage : code;
}

}  // namespace

int main(int argc, char** argv) {
    kilter::allow_open_files();
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // a write past the limit is an error like a full disk
    try {
        return with_output_checked(run(argc, argv));
    } catch (const std::exception& error) {
        kilter::print_problem(std::string{"this is a bug, please report it: "} + error.what());
    } catch (...) {
        kilter::print_problem("this is a bug, please report it: unknown exception");
    }
    return kilter::k_exit_bug;
}
