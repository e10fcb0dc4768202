#include "cli/manual/completion.hpp"
#include "cli/manual/words.hpp"

namespace kilter {
namespace {

// For a text within [brackets] or between colons, inside single quotes.
std::string escaped(const std::string& text) {
    std::string out;
    for (const char one : text) {
        if (one == '\'')
            out += "'\\''";
        else if (one == '\n')
            out += ' ';
        else if (one == '[' || one == ']' || one == ':' || one == '\\')
            out += std::string{'\\', one};
        else
            out += one;
    }
    return out;
}

// The action that completes a value. An empty list offers nothing and lets anything stand; a blank
// action, which zsh also has, would keep it from offering options in that place.
std::string action(const ValueChoices& choices) {
    const std::string words = "(" + space_separated(choices.words) + ")";
    if (choices.words.empty())
        return choices.files ? "_files" : choices.folders ? "_files -/" : "()";
    if (!choices.files) return words;
    return "{_alternative \"words:word:" + words + "\" \"files:file:_files\"}";
}

std::string function_name(const CommandEntry& command) {
    std::string name = "_kilter";
    if (command.path.empty()) return name;
    name += "__" + command.path;
    for (char& one : name)
        if (one == ' ' || one == '-') one = '_';
    return name;
}

std::string option_specs(const OptionEntry& option) {
    std::string text;
    for (const std::string& name : option.names) {
        std::string others;
        for (const std::string& other : option.names) others += (others.empty() ? "" : " ") + other;
        std::string spec = option.repeatable ? "*" : "(" + others + ")";
        spec += name;
        const bool value = !option.value_name.empty();
        if (value && name.starts_with("--") && !option.value_optional) spec += "=";
        spec += "[" + escaped(option.about) + "]";
        if (value)
            spec += std::string{option.value_optional ? "::" : ":"} + escaped(option.value_name) +
                    ":" + action(option.choices);
        text += "        '" + spec + "' \\\n";
    }
    return text;
}

std::string arguments(const CommandEntry& command) {
    std::string text;
    for (const OptionEntry& option : command.options) text += option_specs(option);
    for (const PositionalEntry& one : command.positionals)
        text += std::string{"        '"} +
                (one.many       ? "*:"
                 : one.required ? ":"
                                : "::") +
                escaped(one.name) + ":" + action(one.choices) + "' \\\n";
    return text;
}

std::string leaf_function(const CommandEntry& command) {
    return function_name(command) + "() {\n    _arguments -s -S \\\n" + arguments(command) +
           "        && return 0\n}\n\n";
}

std::string branch_function(const CommandEntry& command) {
    std::string names, calls;
    for (const CommandEntry& one : command.commands) {
        names += "        '" + one.name + ":" + escaped(one.about) + "'\n";
        calls += "                " + one.name + ") " + function_name(one) + " && found=0 ;;\n";
    }
    return function_name(command) +
           "() {\n"
           "    local curcontext=\"$curcontext\" context state state_descr line\n"
           "    typeset -A opt_args\n"
           "    local -a names\n"
           "    local found=1\n"
           "    names=(\n" +
           names +
           "    )\n"
           "    _arguments -C \\\n" +
           arguments(command) +
           "        '1:command:->command' \\\n"
           "        '*:: :->rest' && found=0\n"
           "    case $state in\n"
           "        command) _describe -t commands 'kilter command' names && found=0 ;;\n"
           "        rest)\n"
           "            case $words[1] in\n" +
           calls +
           "            esac\n"
           "            ;;\n"
           "    esac\n"
           "    return found\n"
           "}\n\n";
}

}  // namespace

std::string zsh_completion(const CommandEntry& tree) {
    std::string text =
        "#compdef kilter\n# zsh completion for kilter, written by: kilter completion zsh\n\n";
    for (const CommandEntry* command : all_commands(tree))
        text += command->commands.empty() ? leaf_function(*command) : branch_function(*command);
    // Read from a folder of $fpath the file is the function; read with source it only announces it.
    return text +
           "if [[ $funcstack[1] == _kilter ]]; then\n"
           "    _kilter \"$@\"\n"
           "else\n"
           "    compdef _kilter kilter\n"
           "fi\n";
}

}  // namespace kilter
