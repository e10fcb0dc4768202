// kilter suite import KIND SOURCE -o DIR: a foreign data set becomes a suite.
#include "suites/importers/import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "base/diagnostics.hpp"
#include "base/text/terminal.hpp"
#include "cli/commands/suite_folders.hpp"
#include "cli/load_input.hpp"
#include "reports/sentences.hpp"
#include "scorers/lint/lint.hpp"
#include "suites/importers/write_suite.hpp"

namespace kilter {

namespace {

constexpr const char* k_flag = "gold_not_in_text";

struct ImportOptions {
    std::string kind, source, folder, name, lang, print, origin, license;
};

std::optional<ImportedSuite> read_or_complain(const ImportOptions& options) {
    ImportRequest request;
    request.kind = import_kind_from(options.kind).value_or(ImportKind::jsonl);
    request.source = options.source;
    request.print = options.print;
    request.lang = options.lang;
    Diagnostics diagnostics;
    auto suite = import_suite(request, diagnostics);
    const std::string lines = to_text(diagnostics);
    if (!lines.empty()) print_line(lines.substr(0, lines.size() - 1));
    if (!suite) return std::nullopt;
    const std::string folder =
        std::filesystem::absolute(options.folder).lexically_normal().filename().string();
    suite->name = name_from(!options.name.empty() ? options.name
                            : !folder.empty()     ? folder
                                                  : options.kind);
    suite->source = options.origin;
    suite->license = options.license;
    return suite;
}

// Tags the items whose gold lint misses; true where there are some.
bool flag_items(const std::vector<LintFinding>& findings, ImportedSuite& suite) {
    std::set<std::string> flagged;
    for (const LintFinding& finding : findings) flagged.insert(finding.item);
    for (ImportedItem& item : suite.items) {
        if (flagged.count(item.id) > 0) item.tags.emplace_back(k_flag);
    }
    return !flagged.empty();
}

void tell(const ImportedSuite& suite, const std::vector<LintFinding>& findings,
          const std::string& file) {
    print_out(fmt::format("{}: {}\n", visible(file),
                          plural(static_cast<long long>(suite.items.size()), "item", "items")));
    for (const std::string& remark : suite.remarks) print_out(visible(remark) + "\n");
    const auto flagged = std::count_if(suite.items.begin(), suite.items.end(),
                                       [](const ImportedItem& item) { return !item.tags.empty(); });
    if (flagged == 0) {
        print_out("All gold stands in the texts.\n");
        return;
    }
    print_out(fmt::format("{} gold that is not in the text (tag {}):\n",
                          plural(flagged, "item has", "items have"), k_flag));
    for (const LintFinding& finding : findings) {
        print_out(fmt::format("  {} {}: {}\n", visible(finding.item), visible(finding.field),
                              visible(finding.message)));
    }
}

int write_and_check(ImportedSuite suite, const std::filesystem::path& folder) {
    Result<void> done = prepare_suite_folder(folder);
    if (done) done = write_suite_folder(suite, folder);
    if (!done) {
        print_problem(done.error().message);
        return k_exit_usage;
    }
    const std::filesystem::path file = folder / k_suite_file;
    const auto loaded = load_suite_or_complain(file);
    if (!loaded) return k_exit_usage;
    const auto findings = lint_suite(*loaded);
    if (flag_items(findings, suite)) done = write_suite_folder(suite, folder);
    if (!done) {
        print_problem(done.error().message);
        return k_exit_usage;
    }
    tell(suite, findings, file.string());
    if (suite.source.empty() || suite.license.empty()) {
        print_line(
            "README.md lacks the source or its license; --source and --license fill them in");
    }
    return k_exit_done;
}

int import_command(const ImportOptions& options) {
    auto suite = read_or_complain(options);
    if (!suite) return k_exit_usage;
    return write_and_check(std::move(*suite), options.folder);
}

constexpr const char* k_footer =
    "Kinds: nav (Hungarian Online Invoice XML), ubl, cii (EN 16931 invoices), sroie\n"
    "(box and key files), cord (gt_parse JSON), kleister (in.tsv, expected.tsv),\n"
    "jsonl ({\"id\", \"text\", \"question\"?, \"gold\"} a line). See docs/importers.md.";

}  // namespace

void add_suite_import(CLI::App& suite_command, Invocation& invocation) {
    auto options = std::make_shared<ImportOptions>();
    CLI::App& command =
        add_command(suite_command, "import", "a foreign data set becomes a suite", k_footer);
    add_required_positional(command, "KIND", options->kind, "what SOURCE is",
                            one_of(import_kind_words()));
    add_required_positional(command, "SOURCE", options->source, "a file or a folder");
    add_required_option(command, "-o,--output", options->folder, "the new folder", "DIR");
    add_option(command, "--name", options->name, "of the suite (default: the folder's)", "NAME");
    add_option(command, "--lang", options->lang, "of questions and rendered pages: en or hu",
               "LANG", one_of({"en", "hu"}));
    add_option(command, "--print", options->print, "nav: the text of the printed pages", "FILE");
    add_option(command, "--source", options->origin, "for the README: where the data is from",
               "TEXT");
    add_option(command, "--license", options->license, "for the README: its license", "TEXT");
    when_given(command,
               [options, &invocation] { invocation.exit_code = import_command(*options); });
}

}  // namespace kilter
