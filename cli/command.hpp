// What every command shares: the global options, the exit code, and how a command joins the front
// door. One file per command in cli/commands; each adds its options and a callback that runs it.
// The parser is only named here, since its headers cost each file that sees them a second and a
// half. A value must outlive the parsing. A name that is taken is a bug and throws.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/exit_codes.hpp"
#include "cli/terminal.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace kilter {

struct Invocation {
    ColourChoice colour = ColourChoice::automatic;
    int exit_code = k_exit_done;
};

// `footer` stands below the options in the help; empty: the parent's.
CLI::App& add_command(CLI::App& parent, const std::string& name, const std::string& about,
                      const std::string& footer = "");
// A command that is nothing without one of its own commands.
CLI::App& add_command_group(CLI::App& parent, const std::string& name, const std::string& about);
// Leaves a command out of help, completions and manual page.
void hide_command(CLI::App& command);
void when_given(CLI::App& command, std::function<void()> act);

// Says what is wrong with a word; empty: nothing.
using ValueCheck = std::function<std::string(const std::string& word)>;

ValueCheck one_of(const std::vector<std::string>& words);
ValueCheck from_to(long long least, long long most);  // both included

// `value_name` is what the help calls the value. A list takes all words up to the next option.
void add_option(CLI::App& command, const std::string& name, std::string& value,
                const std::string& about, const std::string& value_name,
                const ValueCheck& check = {});
void add_option(CLI::App& command, const std::string& name, int& value, const std::string& about,
                const std::string& value_name, const ValueCheck& check = {});
void add_option(CLI::App& command, const std::string& name, long long& value,
                const std::string& about, const std::string& value_name,
                const ValueCheck& check = {});
void add_option(CLI::App& command, const std::string& name, std::uint16_t& value,
                const std::string& about, const std::string& value_name,
                const ValueCheck& check = {});
void add_option(CLI::App& command, const std::string& name, std::optional<long long>& value,
                const std::string& about, const std::string& value_name,
                const ValueCheck& check = {});
void add_option(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                const std::string& about, const std::string& value_name,
                const ValueCheck& check = {});
void add_required_option(CLI::App& command, const std::string& name, std::string& value,
                         const std::string& about, const std::string& value_name);

// One value each time it is given, so that it never swallows what stands behind.
void add_list_option(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                     const std::string& about, const std::string& value_name);
// The same for numbers, also as 1,2,4.
void add_list_option(CLI::App& command, const std::string& name, std::vector<int>& values,
                     const std::string& about, const std::string& value_name,
                     const ValueCheck& check);
// Two values, one behind the other.
void add_pair_option(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                     const std::string& about, const std::string& value_name);
// K on the command line: 1 to 1000.
void add_runs_option(CLI::App& command, int& runs, const std::string& about);
void add_flag(CLI::App& command, const std::string& name, bool& value, const std::string& about);

// What has its place instead of a name; `name` is for the help.
void add_positional(CLI::App& command, const std::string& name, std::string& value,
                    const std::string& about);
void add_positional(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                    const std::string& about);
void add_required_positional(CLI::App& command, const std::string& name, std::string& value,
                             const std::string& about, const ValueCheck& check = {});
void add_required_positional(CLI::App& command, const std::string& name,
                             std::vector<std::string>& values, const std::string& about);

// Options that several commands have, with the same words everywhere.
struct StoreOption {
    std::string path;  // empty: the config's, else kilter.db in the current folder
    void add_to(CLI::App& command);
};

struct StoredOption {
    std::string experiment;  // given without a value: "latest"
    // `default_in_help`: whether the help names the default beside the option.
    void add_to(CLI::App& command, const std::string& about, bool default_in_help);
    bool is_given() const;  // only once the command line was parsed

  private:
    const CLI::Option* option_ = nullptr;  // the parser's
};

struct JsonOption {
    bool json = false;
    void add_to(CLI::App& command);
};

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
