#include "cli/command.hpp"

namespace kilter {

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

void StoreOption::add_to(CLI::App& command) {
    command.add_option("--store", path, "the store (default: the config's, else kilter.db)")
        ->type_name("FILE");
}

void JsonOption::add_to(CLI::App& command) {
    command.add_flag("--json", json, "print one JSON document instead of text");
}

CLI::Option* add_list_option(CLI::App& command, const std::string& name,
                             std::vector<std::string>& values, const std::string& about) {
    return command.add_option(name, values, about)->allow_extra_args(false);
}

void add_runs_option(CLI::App& command, int& runs, const std::string& about) {
    command.add_option("--runs", runs, about)
        ->check(CLI::Range(1, 1000).description(""))
        ->type_name("N");
}

}  // namespace kilter
