// kilter suite init DIR: a first suite and an experiment that points to it.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include "base/files.hpp"
#include "base/source_tree.hpp"
#include "base/text/terminal.hpp"
#include "cli/commands/suite_folders.hpp"
#include "suites/importers/first_suite.hpp"

namespace kilter {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_first_name = "first";  // as first_suite_files() writes it
constexpr std::size_t k_longest_name = 64;

// The folder's, as far as it goes as a name: letters, digits and marks; "first" where none is left.
std::string suite_name_of(const fs::path& folder) {
    std::error_code error;
    fs::path path = fs::weakly_canonical(folder, error);
    if (path.filename().empty()) path = path.parent_path();
    std::string name;
    for (const char c : path.filename().string()) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool fits = letter || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
        if (fits && (letter || (c >= '0' && c <= '9') || !name.empty())) {
            name += c;
        } else if (!name.empty() && name.back() != '-') {
            name += '-';
        }
    }
    name.resize(std::min(name.size(), k_longest_name));
    while (name.ends_with('-')) name.pop_back();
    const bool null_word = name == "null" || name == "Null" || name == "NULL";
    return tree::is_name(name) && !null_word ? name : std::string(k_first_name);
}

// The text of one file, with the suite's own name in it.
std::string text_for(const SuiteFile& file, const std::string& name) {
    std::string text(file.text);
    const std::string key = "suite: " + std::string(k_first_name);
    const std::size_t at = text.find("\n" + key);
    if (at == std::string::npos) return text;
    return text.replace(at + 1, key.size(), "suite: " + name);
}

Result<void> write_first_suite(const fs::path& folder) {
    std::error_code error;
    for (const SuiteFile& file : first_suite_files()) {
        const fs::path path = folder / file.path;
        if (fs::exists(fs::symlink_status(path, error))) {
            return fail(path.string() + " is there already; name another folder");
        }
    }
    fs::create_directories(folder / "docs", error);
    if (error) return fail("cannot make " + (folder / "docs").string() + ": " + error.message());
    const std::string name = suite_name_of(folder);
    for (const SuiteFile& file : first_suite_files()) {
        const std::string text = text_for(file, name);
        if (const auto put = write_file_atomically(folder / file.path, text); !put) {
            return put.error();
        }
    }
    return {};
}

int init_command(const std::string& folder) {
    if (const auto written = write_first_suite(folder); !written) {
        print_problem(written.error().message);
        return k_exit_usage;
    }
    for (const SuiteFile& file : first_suite_files()) {
        print_out(visible((fs::path{folder} / file.path).string()) + "\n");
    }
    print_line(
        "Next: set base_url and model in kilter.yaml, then `kilter check` and `kilter run` there.");
    return k_exit_done;
}

}  // namespace

void add_suite_init(CLI::App& suite_command, Invocation& invocation) {
    auto folder = std::make_shared<std::string>();
    CLI::App& command =
        add_command(suite_command, "init", "a first suite, with a comment at each key");
    add_required_positional(command, "DIR", *folder, "the new folder");
    when_given(command, [folder, &invocation] { invocation.exit_code = init_command(*folder); });
}

}  // namespace kilter
