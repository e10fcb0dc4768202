#include "cli/command.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <utility>

namespace kilter {

namespace {

template <typename Value>
CLI::Option* add(CLI::App& command, const std::string& name, Value& value, const std::string& about,
                 const std::string& value_name, const ValueCheck& check) {
    CLI::Option* option = command.add_option(name, value, about)->type_name(value_name);
    return check ? option->check(check) : option;
}

}  // namespace

CLI::App& add_command(CLI::App& parent, const std::string& name, const std::string& about,
                      const std::string& footer) {
    CLI::App* command = parent.add_subcommand(name, about);
    if (!footer.empty()) command->footer(footer);
    return *command;
}

CLI::App& add_command_group(CLI::App& parent, const std::string& name, const std::string& about) {
    return *parent.add_subcommand(name, about)->require_subcommand(1);
}

void hide_command(CLI::App& command) {
    command.group("");
}

void when_given(CLI::App& command, std::function<void()> act) {
    command.callback(std::move(act));
}

ValueCheck one_of(const std::vector<std::string>& words) {
    return CLI::IsMember(words);
}

ValueCheck from_to(long long least, long long most) {
    return CLI::Range(least, most);
}

void add_option(CLI::App& command, const std::string& name, std::string& value,
                const std::string& about, const std::string& value_name, const ValueCheck& check) {
    add(command, name, value, about, value_name, check);
}

void add_option(CLI::App& command, const std::string& name, int& value, const std::string& about,
                const std::string& value_name, const ValueCheck& check) {
    add(command, name, value, about, value_name, check);
}

void add_option(CLI::App& command, const std::string& name, long long& value,
                const std::string& about, const std::string& value_name, const ValueCheck& check) {
    add(command, name, value, about, value_name, check);
}

void add_option(CLI::App& command, const std::string& name, std::uint16_t& value,
                const std::string& about, const std::string& value_name, const ValueCheck& check) {
    add(command, name, value, about, value_name, check);
}

void add_option(CLI::App& command, const std::string& name, std::optional<long long>& value,
                const std::string& about, const std::string& value_name, const ValueCheck& check) {
    add(command, name, value, about, value_name, check);
}

void add_option(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                const std::string& about, const std::string& value_name, const ValueCheck& check) {
    add(command, name, values, about, value_name, check);
}

void add_required_option(CLI::App& command, const std::string& name, std::string& value,
                         const std::string& about, const std::string& value_name) {
    add(command, name, value, about, value_name, {})->required();
}

void add_list_option(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                     const std::string& about, const std::string& value_name) {
    add(command, name, values, about, value_name, {})->allow_extra_args(false);
}

void add_list_option(CLI::App& command, const std::string& name, std::vector<int>& values,
                     const std::string& about, const std::string& value_name,
                     const ValueCheck& check) {
    add(command, name, values, about, value_name, check)->delimiter(',')->allow_extra_args(false);
}

void add_pair_option(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                     const std::string& about, const std::string& value_name) {
    add(command, name, values, about, value_name, {})->expected(2);
}

void add_runs_option(CLI::App& command, int& runs, const std::string& about) {
    add(command, "--runs", runs, about, "N", from_to(1, 1000));
}

void add_flag(CLI::App& command, const std::string& name, bool& value, const std::string& about) {
    command.add_flag(name, value, about);
}

void add_positional(CLI::App& command, const std::string& name, std::string& value,
                    const std::string& about) {
    add(command, name, value, about, "", {});
}

void add_positional(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                    const std::string& about) {
    add(command, name, values, about, "", {});
}

void add_required_positional(CLI::App& command, const std::string& name, std::string& value,
                             const std::string& about, const ValueCheck& check) {
    add(command, name, value, about, "", check)->required();
}

void add_required_positional(CLI::App& command, const std::string& name,
                             std::vector<std::string>& values, const std::string& about) {
    add(command, name, values, about, "", {})->required();
}

void StoreOption::add_to(CLI::App& command) {
    add(command, "--store", path, "the store (default: the config's, else kilter.db)", "FILE", {});
}

void StoredOption::add_to(CLI::App& command, const std::string& about, bool default_in_help) {
    const std::string value_text = "[EXPERIMENT]";
    CLI::Option* option = add(command, "--stored", experiment, about, value_text, {});
    option->expected(0, 1)->default_str("latest");
    if (!default_in_help) option->option_text(value_text);
    option_ = option;
}

bool StoredOption::is_given() const {
    return option_ != nullptr && option_->count() > 0;
}

void JsonOption::add_to(CLI::App& command) {
    command.add_flag("--json", json, "print one JSON document instead of text");
}

void refuse_empty_values(CLI::App& app) {
    const CLI::Validator not_empty(
        [](std::string& word) { return word.empty() ? std::string{"is empty"} : std::string{}; },
        "");
    for (CLI::Option* option :
         app.get_options([](const CLI::Option* one) { return one->get_type_size() > 0; }))
        option->check(not_empty);
    for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        refuse_empty_values(*command);
}

}  // namespace kilter
