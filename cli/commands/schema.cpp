// kilter schema [NAME]: the JSON Schema of a document that kilter prints, or of a file it reads.
#include <memory>

#include "cli/command.hpp"
#include "reports/schemas.hpp"

namespace kilter {

namespace {

std::string names(std::string_view between) {
    std::string out;
    for (const NamedSchema& one : json_schemas()) {
        if (!out.empty()) out += between;
        out += one.name;
    }
    return out;
}

int schema_command(const std::string& name) {
    if (name.empty()) {
        print_out(names("\n") + "\n");
        return k_exit_done;
    }
    for (const NamedSchema& one : json_schemas()) {
        if (one.name != name) continue;
        print_out(one.text);
        return k_exit_done;
    }
    print_problem("there is no schema '" + name + "'; there are " + names(", "));
    return k_exit_usage;
}

constexpr const char* k_footer =
    "Documents are named as their commands (board, show, diff, ...), files as config\n"
    "and suite. Within one schema number (kilter.board/1) keys are only added:\n"
    "docs/formats.md.\n"
    "Example: kilter schema config > kilter.schema.json, and the first line of the\n"
    "config: # yaml-language-server: $schema=kilter.schema.json";

}  // namespace

void add_schema_command(CLI::App& app, Invocation& invocation) {
    auto name = std::make_shared<std::string>();
    CLI::App& command =
        add_command(app, "schema", "print the JSON Schema of a document or of a file", k_footer);
    add_positional(command, "NAME", *name, "one of the names; without it: all of them");
    when_given(command, [name, &invocation] { invocation.exit_code = schema_command(*name); });
}

}  // namespace kilter
