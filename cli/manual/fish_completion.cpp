#include "cli/manual/completion.hpp"
#include "cli/manual/words.hpp"

namespace kilter {
namespace {

std::string fish_word(const std::string& text) {
    std::string out = "'";
    for (const char one : text) {
        if (one == '\'' || one == '\\') out += '\\';
        out += one == '\n' ? ' ' : one;
    }
    return out + "'";
}

std::string condition(const CommandEntry& command) {
    return "complete -c kilter -n " + fish_word("__kilter_at " + fish_word(command.path));
}

// -x: a value and nothing but what is offered; -r -F: a value, files offered too.
std::string value_flags(const ValueChoices& choices, bool optional) {
    std::string text = optional ? "" : choices.files ? " -r -F" : " -x";
    std::string offered = space_separated(choices.words);
    if (choices.folders) offered = "(__fish_complete_directories)";
    if (!offered.empty()) text += " -a " + fish_word(offered);
    return text;
}

std::string option_line(const CommandEntry& command, const OptionEntry& option) {
    std::string text = condition(command);
    for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.value_name.empty()) text += value_flags(option.choices, option.value_optional);
    return text + " -d " + fish_word(option.about) + "\n";
}

std::string positional_line(const CommandEntry& command, const PositionalEntry& one) {
    if (one.choices.files) return condition(command) + " -F\n";
    const std::string flags = value_flags(one.choices, true);
    return flags.empty() ? "" : condition(command) + flags + " -d " + fish_word(one.name) + "\n";
}

constexpr const char* k_path = R"(
# The command that is being typed: true where it is the one in the first argument.
function __kilter_at
    set -l path
    for word in (commandline -opc)[2..-1]
        set -l longer (string join -- ' ' $path $word)
        if contains -- $longer $__kilter_commands
            set path $longer
        end
    end
    test "$path" = "$argv[1]"
end

complete -c kilter -f
)";

}  // namespace

std::string fish_completion(const CommandEntry& tree) {
    std::string text = "# fish completion for kilter, written by: kilter completion fish\n";
    text += "set -g __kilter_commands";
    for (const CommandEntry* command : all_commands(tree))
        if (!command->path.empty()) text += " " + fish_word(command->path);
    text += "\n";
    text += k_path;
    for (const CommandEntry* command : all_commands(tree)) {
        for (const CommandEntry& one : command->commands)
            text += condition(*command) + " -a " + one.name + " -d " + fish_word(one.about) + "\n";
        for (const OptionEntry& option : command->options) text += option_line(*command, option);
        for (const PositionalEntry& one : command->positionals)
            text += positional_line(*command, one);
    }
    return text;
}

}  // namespace kilter
