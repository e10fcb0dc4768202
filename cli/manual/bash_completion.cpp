#include "cli/manual/completion.hpp"
#include "cli/manual/words.hpp"

namespace kilter {
namespace {

std::string command_names(const CommandEntry& command) {
    std::string names;
    for (const CommandEntry& one : command.commands) names += (names.empty() ? "" : " ") + one.name;
    return names;
}

std::string option_names(const CommandEntry& command) {
    std::string names;
    for (const OptionEntry& one : command.options)
        names += (names.empty() ? "" : " ") + one.names.back();
    return names;
}

std::string choices_text(const ValueChoices& choices) {
    std::string text;
    if (choices.files) text += "kind=file ";
    if (choices.folders) text += "kind=folder ";
    if (!choices.words.empty()) text += "REPLY='" + space_separated(choices.words) + "' ";
    return text.empty() ? ": " : text;
}

std::string value_cases(const CommandEntry& command) {
    std::string text;
    for (const OptionEntry& option : command.options) {
        if (option.value_name.empty()) continue;
        std::string pattern;
        for (const std::string& name : option.names)
            pattern += (pattern.empty() ? "'" : " | '") + command.path + " " + name + "'";
        text += "        " + pattern + ") " + choices_text(option.choices) +
                (option.value_optional ? "; return 2 ;;\n" : ";;\n");
    }
    return text;
}

std::string positional_cases(const CommandEntry& command) {
    std::string text;
    std::size_t place = 0;
    for (const PositionalEntry& one : command.positionals) {
        text += "        '" + command.path +
                (one.many ? " '*) " : " " + std::to_string(place) + "') ") +
                choices_text(one.choices) + ";;\n";
        ++place;
    }
    return text;
}

constexpr const char* k_head = R"(# bash completion for kilter, written by: kilter completion bash
# shellcheck shell=bash disable=SC2034,SC2207

)";

constexpr const char* k_walk = R"(
_kilter() {
    local cur=${COMP_WORDS[COMP_CWORD]} path='' option='' optional='' ended='' prefix='' kind='' REPLY='' word i count=0 more
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ -n $option ]]; then
            if [[ $word == '=' ]]; then continue; fi
            option=''
            continue
        fi
        if [[ -n $optional ]]; then
            optional=''
            if [[ $word != -* ]]; then continue; fi
        fi
        if [[ -n $ended ]]; then
            count=$((count + 1))
            continue
        fi
        case $word in
            --) ended=yes ;;
            -*=*) ;;
            -*)
                _kilter_value "$path" "$word"
                case $? in
                    0) option=$word ;;
                    2) optional=$word ;;
                esac
                ;;
            *)
                _kilter_commands "$path"
                if [[ $count == 0 && " $REPLY " == *" $word "* ]]; then
                    path=${path:+$path }$word
                else
                    count=$((count + 1))
                fi
                ;;
        esac
    done

    if [[ $cur == '=' && -n $option ]]; then cur=''; fi
    if [[ -n $option ]]; then
        _kilter_value "$path" "$option"
    elif [[ -z $ended && $cur == -*=* ]]; then
        prefix=${cur%%=*}=
        _kilter_value "$path" "${cur%%=*}"
        cur=${cur#*=}
    elif [[ -z $ended && $cur == -* ]]; then
        _kilter_options "$path"
        kind=''
    else
        more=''
        if [[ -z $ended && $count == 0 ]]; then
            _kilter_commands "$path"
            more=$REPLY
        fi
        _kilter_positional "$path" "$count"
        REPLY="$REPLY $more"
    fi
    COMPREPLY=($(compgen -W "$REPLY" -- "$cur"))
    case $kind in
        file)
            compopt -o filenames -o default 2>/dev/null
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur")
            ;;
        folder)
            compopt -o filenames -o dirnames 2>/dev/null
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$cur")
            ;;
    esac
    if [[ -n $prefix ]]; then COMPREPLY=("${COMPREPLY[@]/#/$prefix}"); fi
}

complete -F _kilter kilter
)";

}  // namespace

std::vector<const CommandEntry*> all_commands(const CommandEntry& tree) {
    std::vector<const CommandEntry*> all{&tree};
    for (const CommandEntry& command : tree.commands) {
        const auto below = all_commands(command);
        all.insert(all.end(), below.begin(), below.end());
    }
    return all;
}

std::string bash_completion(const CommandEntry& tree) {
    std::string commands, options, values, positionals;
    for (const CommandEntry* command : all_commands(tree)) {
        if (!command->commands.empty())
            commands +=
                "        '" + command->path + "') REPLY='" + command_names(*command) + "' ;;\n";
        options += "        '" + command->path + "') REPLY='" + option_names(*command) + "' ;;\n";
        values += value_cases(*command);
        positionals += positional_cases(*command);
    }
    const auto function = [](const char* about, const char* head, const std::string& cases) {
        return std::string{about} + head + cases + "        *) ";
    };
    return k_head +
           function("# The commands that may follow PATH.\n",
                    "_kilter_commands() { # PATH\n    case $1 in\n", commands) +
           "REPLY='' ;;\n    esac\n}\n\n" +
           function("# The long options of PATH.\n", "_kilter_options() { # PATH\n    case $1 in\n",
                    options) +
           "REPLY='' ;;\n    esac\n}\n\n" +
           function(
               "# What an option takes: the words in REPLY, files or folders in kind. 1: no value, "
               "2: one or none.\n",
               "_kilter_value() { # PATH OPTION\n    kind='' REPLY=''\n    case \"$1 $2\" in\n",
               values) +
           "return 1 ;;\n    esac\n}\n\n" +
           function(
               "# The same for the word at a place, counted from 0.\n",
               "_kilter_positional() { # PATH PLACE\n    kind='' REPLY=''\n    case \"$1 $2\" in\n",
               positionals) +
           ";;\n    esac\n}\n" + k_walk;
}

}  // namespace kilter
