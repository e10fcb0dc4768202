// kilter schema [NAME]: the JSON Schema of a document that a reading command prints.
#include <algorithm>

#include "cli/command.hpp"
#include "reports/schemas.hpp"

namespace kilter {

namespace {

int schema_command(const std::string& name) {
    if (name.empty()) {
        std::string out;
        for (const NamedSchema& one : json_schemas()) out += std::string{one.name} + "\n";
        print_out(out);
        return k_exit_done;
    }
    for (const NamedSchema& one : json_schemas()) {
        if (one.name != name) continue;
        print_out(one.text);
        return k_exit_done;
    }
    print_problem("there is no schema '" + name + "'; kilter schema lists their names");
    return k_exit_usage;
}

}  // namespace

void add_schema_command(CLI::App& app, Invocation& invocation) {
    auto name = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("schema", "print the JSON Schema of what --json prints");
    command->footer(
        "Example: kilter schema board > board.schema.json\n"
        "Within one schema number (kilter.board/1) keys are only added: docs/formats.md.");
    command->add_option("NAME", *name, "board, list, plan or show; without it: the names")
        ->type_name("");
    command->callback([name, &invocation] { invocation.exit_code = schema_command(*name); });
}

}  // namespace kilter
