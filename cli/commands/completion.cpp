// kilter completion SHELL: a completion script, made from the commands themselves.
// kilter manual (hidden): the manual page in roff; the build makes kilter.1 of it.
#include <memory>

#include "cli/command.hpp"
#include "cli/data_root.hpp"
#include "cli/manual/completion.hpp"
#include "cli/manual/man_page.hpp"
#include "cli/version.hpp"
#include "harness/sim/sim_server.hpp"
#include "reports/schemas.hpp"

namespace kilter {

namespace {

CommandEntry described(CLI::App& app) {
    CommandEntry tree = command_tree(app);
    std::vector<std::string> schemas;
    for (const NamedSchema& one : json_schemas()) schemas.emplace_back(one.name);
    add_known_words(tree, "schema", "NAME", schemas);
    if (const auto root = data_root())
        add_known_words(tree, "sim", "--scenario", scenario_names(*root));
    return tree;
}

int completion_command(CLI::App& app, const std::string& shell) {
    const CommandEntry tree = described(app);
    print_out(shell == "bash"  ? bash_completion(tree)
              : shell == "zsh" ? zsh_completion(tree)
                               : fish_completion(tree));
    return k_exit_done;
}

constexpr const char* k_footer =
    "An installed kilter has these scripts in place already. Otherwise:\n"
    "  bash  source <(kilter completion bash)   in ~/.bashrc\n"
    "  zsh   kilter completion zsh > \"${fpath[1]}/_kilter\"\n"
    "  fish  kilter completion fish > ~/.config/fish/completions/kilter.fish";

}  // namespace

void add_completion_command(CLI::App& app, Invocation& invocation) {
    auto shell = std::make_shared<std::string>();
    CLI::App& command =
        add_command(app, "completion", "print a completion script for a shell", k_footer);
    add_required_positional(command, "SHELL", *shell, "bash, zsh or fish",
                            one_of({"bash", "zsh", "fish"}));
    when_given(command, [&app, shell, &invocation] {
        invocation.exit_code = completion_command(app, *shell);
    });

    CLI::App& manual = add_command(app, "manual", "print the manual page in roff");
    hide_command(manual);
    when_given(manual, [&app, &invocation] {
        print_out(man_page(described(app), k_version));
        invocation.exit_code = k_exit_done;
    });
}

}  // namespace kilter
