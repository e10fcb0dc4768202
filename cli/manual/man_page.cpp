#include "cli/manual/man_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/manual/completion.hpp"
#include "cli/manual/man_text.hpp"

namespace kilter {
namespace {

// `literal`: dashes stay dashes that can be copied into a shell.
std::string roff(std::string_view text, bool literal) {
    std::string out;
    for (const char one : text) {
        if (one == '\\')
            out += "\\e";
        else if (one == '-' && literal)
            out += "\\-";
        else if (one == '\'' && literal)
            out += "\\(aq";
        else
            out += one;
    }
    return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

// Prose in lines of at most 80 bytes, which roff fills. A word that is an option is copied into
// shells, so its dashes are literal.
std::string prose(std::string_view text) {
    constexpr std::size_t k_width = 78;
    std::string out, line;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
        const std::string_view bare = text.substr(0, end);
        const std::string word = roff(bare, bare.starts_with("--") || bare.starts_with("(--"));
        if (!line.empty() && line.size() + 1 + word.size() > k_width) {
            out += line + (line.back() == '.' ? "\\&\n" : "\n");  // or two blanks would follow
            line.clear();
        }
        line += (line.empty() || word.empty() ? "" : " ") + word;
        text.remove_prefix(std::min(text.find_first_not_of(" \n", end), text.size()));
    }
    return out + line;
}

std::string bold(std::string_view text) {
    return "\\fB" + roff(text, true) + "\\fR";
}
std::string italic(std::string_view text) {
    return "\\fI" + roff(text, true) + "\\fR";
}

// Lines that are laid out by hand keep their breaks: examples and small tables.
bool is_laid_out(std::string_view line) {
    return line.starts_with("  ") || line.starts_with("Example: ") || line.starts_with("Then: ");
}

// Such lines use the width of the help, so they begin further left than prose.
constexpr const char* k_layout = ".PP\n.nf\n.in -4n\n";
constexpr const char* k_prose = ".in\n.fi\n";

std::string footer_text(std::string_view footer) {
    std::string out, paragraph;
    bool in_layout = false;
    const auto flush = [&] {
        if (!paragraph.empty()) out += ".PP\n" + prose(paragraph) + "\n";
        paragraph.clear();
    };
    while (!footer.empty()) {
        const std::size_t end = std::min(footer.find('\n'), footer.size());
        const std::string_view line = footer.substr(0, end);
        footer.remove_prefix(std::min(end + 1, footer.size()));
        if (is_laid_out(line) != in_layout) {
            flush();
            in_layout = !in_layout;
            out += in_layout ? k_layout : k_prose;
        }
        if (in_layout) {
            out += roff(line.starts_with("  ") ? line.substr(2) : line, true) + "\n";
            continue;
        }
        if (line.empty() || line.starts_with("Exit codes: ")) flush();
        paragraph += std::string{line} + "\n";
        if (line.empty()) paragraph.clear();
    }
    flush();
    return out + (in_layout ? k_prose : "");
}

std::string usage(const CommandEntry& command) {
    std::string text = bold("kilter " + command.path) + " [" + italic("options") + "]";
    if (!command.commands.empty()) text += " " + italic("command");
    for (const PositionalEntry& one : command.positionals) {
        const std::string name = italic(one.name) + (one.many ? " ..." : "");
        text += one.required ? " " + name : " [" + name + "]";
    }
    return text;
}

std::string option_text(const OptionEntry& option) {
    std::string term;
    for (const std::string& name : option.names) term += (term.empty() ? "" : ", ") + bold(name);
    if (!option.value_name.empty())
        term += option.value_optional ? " [" + italic(option.value_name) + "]"
                                      : " " + italic(option.value_name);
    return ".TP\n" + term + "\n" + prose(option.about) + "\n";
}

bool is_shared(const CommandEntry& tree, const OptionEntry& option) {
    return std::any_of(tree.options.begin(), tree.options.end(),
                       [&](const OptionEntry& one) { return one.names == option.names; });
}

std::string command_text(const CommandEntry& tree, const CommandEntry& command) {
    std::string about = command.about;
    if (!about.empty() && about.front() >= 'a' && about.front() <= 'z')
        about.front() = static_cast<char>(about.front() - 'a' + 'A');
    std::string text = ".SS " + std::string{"kilter "} + roff(command.path, true) + "\n" +
                       usage(command) + "\n.PP\n" + prose(about) +
                       (about.ends_with('?') ? "\n" : ".\n");
    for (const PositionalEntry& one : command.positionals)
        text += ".TP\n" + italic(one.name) + "\n" + prose(one.about) + "\n";
    for (const OptionEntry& option : command.options)
        if (!is_shared(tree, option)) text += option_text(option);
    return text + footer_text(command.footer);
}

std::string terms(std::span<const ManTerm> list, std::string (*style)(std::string_view)) {
    std::string text;
    for (const ManTerm& one : list)
        text += ".TP\n" + style(one.term) + "\n" + prose(one.about) + "\n";
    return text;
}

}  // namespace

std::string man_page(const CommandEntry& tree, std::string_view version) {
    std::string text = ".\\\" Written by the build from kilter's own options: kilter manual\n";
    text += fmt::format(".TH KILTER 1 {} \"{}\" \"User Commands\"\n", man_date(), version);
    text +=
        ".nh\n.ad l\n.SH NAME\nkilter \\- score LLM engines for accuracy and stability side by "
        "side\n";
    text += ".SH SYNOPSIS\n\\fBkilter\\fR \\fIcommand\\fR [\\fIoptions\\fR]\n.SH DESCRIPTION\n";
    const auto paragraphs = man_description();
    for (const std::string_view& one : paragraphs)
        text += (&one == &paragraphs.front() ? "" : ".PP\n") + prose(one) + "\n";
    text += ".SH OPTIONS\nThese hold for every command.\n";
    for (const OptionEntry& option : tree.options) text += option_text(option);
    text += ".SH COMMANDS\n";
    for (const CommandEntry* command : all_commands(tree))
        if (!command->path.empty()) text += command_text(tree, *command);
    text += ".SH EXIT STATUS\n" + terms(man_exit_codes(), bold);
    text += ".SH ENVIRONMENT\n" + terms(man_variables(), bold);
    text += ".SH FILES\n" + terms(man_files(), italic);
    text += ".SH EXAMPLES\n" + terms(man_examples(), bold);
    const std::string_view also = man_see_also();
    text += ".SH SEE ALSO\n";
    for (std::size_t at = 0; at < also.size();) {
        const std::size_t open = also.find('(', at), close = also.find(')', at);
        const std::size_t next = std::min(also.find(' ', close), also.size());
        text +=
            fmt::format(".BR {} {}\n", also.substr(at, open - at), also.substr(open, next - open));
        at = std::min(next + 1, also.size());
    }
    return text;
}

}  // namespace kilter
