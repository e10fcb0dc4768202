#include "cli/manual/command_tree.hpp"

#include <CLI/App.hpp>
#include <algorithm>
#include <array>

namespace kilter {
namespace {

constexpr std::string_view k_no_word = "no-such-word";

bool is_plain_word(std::string_view word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [](char one) {
        return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') ||
               (one >= '0' && one <= '9') || one == '-' || one == '_' || one == '.';
    });
}

std::vector<std::string> split(std::string_view text, std::string_view separator) {
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.emplace_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + separator.size());
    }
}

// "a, b or c"
std::vector<std::string> listed_in_words(std::string_view list) {
    auto words = split(list, ", ");
    const auto last = split(words.back(), " or ");
    words.pop_back();
    words.insert(words.end(), last.begin(), last.end());
    return words;
}

// An enumeration is known only to its check, so the check is asked about a word it must refuse.
std::vector<std::string> accepted_words(CLI::Option& option) {
    for (int i = 0;; ++i) {
        std::string refusal;
        try {
            const CLI::Validator* check = option.get_validator(i);
            std::string word{k_no_word};
            refusal = (*check)(word);
        } catch (const CLI::OptionNotFound&) {
            return {};
        } catch (const CLI::ValidationError& error) {
            refusal = error.what();
        }
        auto words = words_of_refusal(refusal);
        if (!words.empty()) return words;
    }
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

ValueChoices choices_of(CLI::Option& option, std::string_view value_name) {
    ValueChoices choices;
    choices.words = accepted_words(option);
    choices.files = is_one_of(value_name, {"FILE", "CONFIG", "SUITE", "SOURCE", "TARGET"});
    choices.folders = value_name == "DIR";
    return choices;
}

bool takes_many(const CLI::Option& option) {
    return option.get_items_expected_max() >= CLI::detail::expected_max_vector_size;
}

std::string value_name_of(const CLI::Option& option) {
    std::string name = option.get_option_text();
    if (name.empty()) name = option.get_type_name();
    name = name.substr(0, name.find(':'));
    const bool bracketed = name.size() > 2 && name.front() == '[' && name.back() == ']';
    return bracketed ? name.substr(1, name.size() - 2) : name;
}

OptionEntry option_entry(CLI::Option& option) {
    OptionEntry entry;
    for (const std::string& name : option.get_snames()) entry.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) entry.names.push_back("--" + name);
    entry.about = option.get_description();
    if (option.get_type_size() == 0) return entry;
    entry.value_name = value_name_of(option);
    entry.value_optional = option.get_items_expected_min() == 0;
    entry.repeatable = takes_many(option);
    entry.choices = choices_of(option, entry.value_name);
    return entry;
}

PositionalEntry positional_entry(CLI::Option& option) {
    PositionalEntry entry;
    entry.name = option.get_name(true);
    entry.about = option.get_description();
    entry.required = option.get_required();
    entry.many = takes_many(option);
    entry.choices = choices_of(option, entry.name);
    return entry;
}

CommandEntry command_entry(CLI::App& app, const std::string& path, const std::string& shared_footer,
                           const std::vector<OptionEntry>& shared_options) {
    CommandEntry entry;
    entry.name = app.get_name();
    entry.path = path;
    entry.about = app.get_description();
    if (app.get_footer() != shared_footer || path.empty()) entry.footer = app.get_footer();
    for (CLI::Option* option : app.get_options([](const CLI::Option*) { return true; })) {
        if (option->get_positional())
            entry.positionals.push_back(positional_entry(*option));
        else
            entry.options.push_back(option_entry(*option));
    }
    if (!path.empty())
        entry.options.insert(entry.options.end(), shared_options.begin(), shared_options.end());
    std::vector<OptionEntry> shared = shared_options;
    if (path.empty()) {
        for (const OptionEntry& option : entry.options)
            if (!is_one_of(option.names.back(), {"--help", "--version"})) shared.push_back(option);
    }
    for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (command->get_group().empty()) continue;
        const std::string below =
            path.empty() ? command->get_name() : path + " " + command->get_name();
        entry.commands.push_back(command_entry(*command, below, shared_footer, shared));
    }
    return entry;
}

CommandEntry* find(CommandEntry& entry, std::string_view path) {
    if (entry.path == path) return &entry;
    for (CommandEntry& command : entry.commands)
        if (CommandEntry* found = find(command, path)) return found;
    return nullptr;
}

}  // namespace

CommandEntry command_tree(CLI::App& app) {
    return command_entry(app, "", app.get_footer(), {});
}

void add_known_words(CommandEntry& tree, std::string_view path, std::string_view value,
                     const std::vector<std::string>& words) {
    CommandEntry* command = find(tree, path);
    if (command == nullptr) return;
    const auto add = [&](ValueChoices& choices) {
        choices.words.insert(choices.words.end(), words.begin(), words.end());
    };
    for (PositionalEntry& one : command->positionals)
        if (one.name == value) add(one.choices);
    for (OptionEntry& one : command->options)
        if (std::find(one.names.begin(), one.names.end(), value) != one.names.end())
            add(one.choices);
}

std::vector<std::string> words_of_refusal(std::string_view refusal) {
    std::vector<std::string> words;
    if (const std::size_t open = refusal.rfind('{'); open != std::string_view::npos) {
        const std::size_t close = refusal.find('}', open);
        if (close == std::string_view::npos) return {};
        words = split(refusal.substr(open + 1, close - open - 1), ",");
    } else {
        std::size_t start = refusal.rfind(": ");
        if (start != std::string_view::npos)
            start += 2;
        else if (refusal.starts_with("takes "))
            start = 6;
        else
            return {};
        words = listed_in_words(refusal.substr(start));
    }
    if (words.size() < 2 || !std::all_of(words.begin(), words.end(), is_plain_word)) return {};
    return words;
}

}  // namespace kilter
