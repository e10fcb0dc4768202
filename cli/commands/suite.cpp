// kilter suite lint FILE: does the gold stand in the documents?
#include <fmt/format.h>

#include <memory>

#include "base/text/terminal.hpp"
#include "cli/command.hpp"
#include "cli/commands/suite_folders.hpp"
#include "cli/load_input.hpp"
#include "reports/sentences.hpp"
#include "scorers/lint/lint.hpp"
#include "scorers/lint/near_miss.hpp"

namespace kilter {

namespace {

// "the text also has 2026-09-01, 2026-09-08 and 2 more beside the gold 2026-09-16"
std::string words_for(const LookAlikes& found) {
    std::string words = "the text also has ";
    for (const std::string& one : found.shown) {
        if (&one != &found.shown.front()) words += ", ";
        words += one;
    }
    if (found.count > found.shown.size())
        words += fmt::format(" and {} more", found.count - found.shown.size());
    return words + " beside the gold " + found.gold;
}

int lint_command(const std::string& file) {
    const auto suite = load_suite_or_complain(file);
    if (!suite) return k_exit_usage;
    const auto findings = lint_suite(*suite);
    for (const LintFinding& finding : findings)
        print_out(fmt::format("{}: item {} field {}: {}\n", visible(file), visible(finding.item),
                              visible(finding.field), visible(finding.message)));
    const auto look_alikes = find_look_alikes(*suite);
    for (const LookAlikes& one : look_alikes)
        print_out(fmt::format("note: item {} field {}: {}\n", visible(one.item), visible(one.field),
                              visible(words_for(one))));
    const auto count = [](std::size_t n, const char* one, const char* many) {
        return plural(static_cast<long long>(n), one, many);
    };
    print_line(fmt::format(
        "{}: {}, {} {}, {}, {}", visible(suite->name), count(suite->items.size(), "item", "items"),
        number_text(suite->max_points()), suite->max_points() == 1 ? "point" : "points",
        count(findings.size(), "finding", "findings"), count(look_alikes.size(), "note", "notes")));
    return findings.empty() ? k_exit_done : k_exit_usage;
}

}  // namespace

void add_suite_command(CLI::App& app, Invocation& invocation) {
    auto file = std::make_shared<std::string>();
    CLI::App& command =
        add_command_group(app, "suite", "work on suites: lint, import, init, generate");
    CLI::App& lint = add_command(command, "lint", "check a suite, and its gold against the texts");
    add_required_positional(lint, "FILE", *file, "the suite");
    when_given(lint, [file, &invocation] { invocation.exit_code = lint_command(*file); });
    add_suite_import(command, invocation);
    add_suite_init(command, invocation);
    add_suite_generate(command, invocation);
}

}  // namespace kilter
