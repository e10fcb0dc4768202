// kilter suite generate --seed N -o DIR: suites that nobody has seen before.
#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "base/files.hpp"
#include "base/text/terminal.hpp"
#include "cli/commands/suite_folders.hpp"
#include "cli/data_root.hpp"
#include "reports/sentences.hpp"
#include "suites/generator/generate.hpp"

namespace kilter {

namespace {

namespace fs = std::filesystem;

struct GenerateOptions {
    std::string seed, folder;
    std::vector<std::string> kinds, langs;
    int tokens = 0;
};

// Nothing is overwritten: the first file that is there already ends it before anything is written.
Result<void> write_files(const std::vector<gen::GeneratedFile>& files, const fs::path& folder) {
    std::error_code error;
    for (const gen::GeneratedFile& file : files) {
        if (fs::exists(fs::symlink_status(folder / file.path, error))) {
            return fail((folder / file.path).string() + " is there already; name another folder");
        }
    }
    for (const gen::GeneratedFile& file : files) {
        const fs::path path = folder / file.path;
        fs::create_directories(path.parent_path(), error);
        if (error) {
            return fail("cannot make " + path.parent_path().string() + ": " + error.message());
        }
        if (const auto put = write_file_atomically(path, file.bytes); !put) return put.error();
    }
    return {};
}

int generate_command(const GenerateOptions& options) {
    const auto root = data_root();
    if (!root) {
        print_problem(root.error().message);
        return k_exit_usage;
    }
    gen::GenerateRequest request;
    request.data = *root / "suites" / "generator" / "data";
    const char* end = options.seed.data() + options.seed.size();
    const auto read = std::from_chars(options.seed.data(), end, request.seed);
    if (read.ec != std::errc{} || read.ptr != end) {  // -1 and 7x too
        print_problem("--seed takes a whole number from 0, as in --seed 7");
        return k_exit_usage;
    }
    request.kinds = options.kinds;
    request.langs = options.langs;
    request.tokens = options.tokens;
    const auto made = gen::generate_suites(request);
    if (!made) {
        print_problem(made.error().message);
        return k_exit_usage;
    }
    if (const auto put = write_files(made->files, options.folder); !put) {
        print_problem(put.error().message);
        return k_exit_usage;
    }
    for (const gen::GeneratedSuite& suite : made->suites) {
        print_out(fmt::format("{}: {}, about {} tokens a prompt\n",
                              visible((fs::path{options.folder} / suite.path).string()),
                              plural(static_cast<long long>(suite.items), "item", "items"),
                              suite.tokens / (suite.items > 0 ? suite.items : 1)));
    }
    print_line("Next: `kilter suite lint FILE`, then name the file under `suites` in a config.");
    return k_exit_done;
}

constexpr const char* k_footer =
    "The same seed gives the same bytes on every machine; another seed gives other\n"
    "parties, dates, amounts and answers. kilter's own suites are seed 1: keep\n"
    "a seed of your own to yourself, and no model can have been trained on it.\n"
    "Token counts are estimates by characters per token.\n\n"
    "  kilter suite generate --seed 20260301 --lang hu --kind main -o my-suites";

}  // namespace

void add_suite_generate(CLI::App& suite_command, Invocation& invocation) {
    auto options = std::make_shared<GenerateOptions>();
    CLI::App& command = add_command(suite_command, "generate",
                                    "the bundled suites with other parties and values", k_footer);
    add_required_option(command, "--seed", options->seed, "any whole number from 0", "N");
    add_required_option(command, "-o,--output", options->folder,
                        "where kie-hu and kie-en are written", "DIR");
    add_option(command, "--kind", options->kinds,
               "main, hard, language, bundle, probe (default: all)", "KIND",
               one_of({"main", "hard", "language", "bundle", "probe"}));
    add_option(command, "--lang", options->langs, "hu or en (default: both)", "LANG",
               one_of({"hu", "en"}));
    add_option(command, "--tokens", options->tokens,
               "length of a prompt (default: as the suites are)", "N", from_to(100, 200000));
    when_given(command,
               [options, &invocation] { invocation.exit_code = generate_command(*options); });
}

}  // namespace kilter
