// kilter suite init DIR: a first suite and an experiment that points to it.
#include <filesystem>
#include <system_error>

#include "base/files.hpp"
#include "base/text/terminal.hpp"
#include "cli/commands/suite_folders.hpp"
#include "suites/importers/first_suite.hpp"

namespace kilter {

namespace {

namespace fs = std::filesystem;

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
    for (const SuiteFile& file : first_suite_files()) {
        if (const auto put = write_file_atomically(folder / file.path, file.text); !put) {
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
    CLI::App* command =
        suite_command.add_subcommand("init", "a first suite, with a comment at each key");
    command->add_option("DIR", *folder, "the new folder")->required()->type_name("");
    command->callback([folder, &invocation] { invocation.exit_code = init_command(*folder); });
}

}  // namespace kilter
