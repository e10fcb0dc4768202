// The commands and their options as plain data, read from the parser itself, so that completions
// and the manual page cannot drift from what is accepted. Hidden commands are left out. Any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace kilter {

// What may stand as a value; none of the three: anything.
struct ValueChoices {
    std::vector<std::string> words;  // a fixed list
    bool files = false;
    bool folders = false;
};

struct OptionEntry {
    std::vector<std::string> names;  // with their dashes, short ones first
    std::string value_name;          // as in the help; empty: a flag
    std::string about;
    ValueChoices choices;
    bool value_optional = false;
    bool repeatable = false;
};

struct PositionalEntry {
    std::string name;
    std::string about;
    ValueChoices choices;
    bool required = false;
    bool many = false;
};

struct CommandEntry {
    std::string name;
    std::string path;  // "suite import"; empty: the program itself
    std::string about;
    std::string footer;  // empty where it is the program's own
    std::vector<OptionEntry> options;
    std::vector<PositionalEntry> positionals;
    std::vector<CommandEntry> commands;
};

// The program's options but --help and --version hold for every command and are listed in each.
CommandEntry command_tree(CLI::App& app);

// Adds words to a value that the parser itself does not check, as a name that is looked up later.
// `value` is an option with its dashes or a positional's name; unknown names change nothing.
void add_known_words(CommandEntry& tree, std::string_view path, std::string_view value,
                     const std::vector<std::string>& words);

// The words that a check names when it refuses one: "x not in {a,b}" or "takes a, b or c".
// Empty where the sentence is no such list.
std::vector<std::string> words_of_refusal(std::string_view refusal);

}  // namespace kilter
