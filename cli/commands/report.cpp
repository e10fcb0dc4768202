// kilter report [EXPERIMENT] -o FILE: an experiment as a file, its format by the suffix.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>

#include "base/atomic_file.hpp"
#include "base/text/terminal.hpp"
#include "cli/analysis/board_builder.hpp"
#include "cli/analysis/item_rows_builder.hpp"
#include "cli/analysis/page_builder.hpp"
#include "cli/command.hpp"
#include "cli/commands/page_extras.hpp"
#include "cli/load_input.hpp"
#include "cli/version.hpp"
#include "reports/board_json.hpp"
#include "reports/board_text.hpp"
#include "reports/github_notes.hpp"
#include "reports/html/page_template.hpp"
#include "reports/junit.hpp"
#include "reports/runs_csv.hpp"

namespace kilter {

namespace {

constexpr int k_default_texts = 15;  // MiB

struct ReportOptions {
    std::string experiment = "latest";
    std::vector<std::string> files, with;
    StoreOption store;
    int texts = k_default_texts;
    bool github = false;
};

// What a report is made of.
struct Source {
    StoreReader& reader;
    std::string experiment;
    Board board;
    std::vector<ItemRow> rows;  // where a format needs them
    std::size_t texts = 0;      // bytes
    PageExtras extras;
};

Result<void> write_markdown(Source& source, AtomicFile& file) {
    return file.write(board_markdown(source.board));
}

Result<void> write_json(Source& source, AtomicFile& file) {
    return file.write(board_json(source.board));
}

Result<void> write_csv(Source& source, AtomicFile& file) {
    return file.write(runs_csv(source.rows));
}

Result<void> write_junit(Source& source, AtomicFile& file) {
    return file.write(junit_xml(source.rows));
}

Result<void> write_html(Source& source, AtomicFile& file) {
    PageOptions options;
    options.page = page_template();
    options.limit = source.texts;
    options.version = k_version;
    options.extras = source.extras;
    return build_page(source.reader, source.experiment, source.board, source.rows, options,
                      [&file](std::string_view bytes) { return file.write(bytes); });
}

struct Format {
    std::string_view suffix;
    Result<void> (*write)(Source&, AtomicFile&);
    bool by_item = false;
};
constexpr Format k_formats[] = {{".html", write_html, true},
                                {".md", write_markdown},
                                {".csv", write_csv, true},
                                {".json", write_json},
                                {".xml", write_junit, true}};

const Format* format_of(const std::string& file) {
    std::string suffix = std::filesystem::path(file).extension().string();
    for (char& c : suffix)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    for (const Format& format : k_formats)
        if (suffix == format.suffix) return &format;
    return nullptr;
}

// All suffixes are known before anything is read.
bool formats_known(const std::vector<std::string>& files) {
    for (const std::string& file : files) {
        const Format* format = format_of(file);
        if (format == nullptr) {
            print_problem(
                "-o " + file +
                ": the suffix names no format; there are .html .md .csv .json .xml (JUnit)");
            return false;
        }
        if (format->write == write_html && page_template().empty()) {
            print_problem(
                "-o " + file +
                ": the HTML report was left out of this build; scripts/setup --for report installs "
                "what it is built with (Node.js 18 or newer with npm), then build again");
            return false;
        }
    }
    return true;
}

bool write_files(const std::vector<std::string>& names, Source& source) {
    std::vector<AtomicFile> files;  // all opened before the first is written
    for (const std::string& name : names) {
        auto file = AtomicFile::open(name);
        if (!file) {
            print_problem(file.error().message);
            return false;
        }
        files.push_back(std::move(*file));
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        auto done = format_of(names[i])->write(source, files[i]);
        if (done) done = files[i].commit();
        if (!done) {
            print_problem(done.error().message);
            return false;
        }
        print_line("wrote " + visible(names[i]));
    }
    return true;
}

// Annotations to stdout, where the runner reads them; the summary is appended to the step's file.
bool write_github(const Board& board) {
    print_out(github_annotations(board));
    const char* path = std::getenv("GITHUB_STEP_SUMMARY");
    if (path == nullptr || *path == '\0') {
        print_problem("--github: GITHUB_STEP_SUMMARY is not set, so no summary was written");
        return true;
    }
    std::error_code none;
    const auto size = std::filesystem::file_size(path, none);
    const std::size_t there = none ? 0 : static_cast<std::size_t>(size);
    const std::size_t room = k_github_summary_bytes - std::min(k_github_summary_bytes, there);
    std::ofstream out(path, std::ios::binary | std::ios::app);
    out << github_summary(board, room);
    out.close();
    if (!out) {
        print_problem(std::string("cannot write ") + visible(path));
        return false;
    }
    return true;
}

// The experiment's own, and those of `--with`.
bool read_extras(Source& source, const std::vector<std::string>& with) {
    std::vector<std::string> ids;
    const auto own = experiment_alone(source.reader, source.experiment);
    if (own && has_page_extra(*own)) ids.push_back(source.experiment);
    for (const std::string& word : with) {
        const auto id = experiment_or_complain(source.reader, word);
        if (!id) return false;
        ids.push_back(*id);
    }
    for (const std::string& id : ids) {
        if (const auto added = add_page_extra(source.reader, id, source.extras); !added) {
            print_problem(added.error().message);
            return false;
        }
    }
    return true;
}

Result<BoardWithRows> board_alone(StoreReader& reader, const std::string& experiment) {
    auto board = build_board(reader, {experiment});
    if (!board) return board.error();
    return BoardWithRows{std::move(*board), {}};
}

int report_command(const ReportOptions& options) {
    if (options.files.empty() && !options.github) {
        print_problem("report: say what to write with -o FILE (or --github)");
        return k_exit_usage;
    }
    if (!formats_known(options.files)) return k_exit_usage;
    const auto reader = open_store_or_complain(options.store.path);
    if (!reader) return k_exit_usage;
    const auto id = suite_experiment_or_complain(*reader, options.experiment);
    if (!id) return k_exit_usage;
    const bool by_item =
        std::any_of(options.files.begin(), options.files.end(),
                    [](const std::string& file) { return format_of(file)->by_item; });
    auto built = by_item ? build_board_with_rows(*reader, *id) : board_alone(*reader, *id);
    if (!built) {
        print_problem(built.error().message);
        return k_exit_usage;
    }
    const std::size_t texts = static_cast<std::size_t>(options.texts) << 20;
    Source source{*reader, *id, std::move(built->board), std::move(built->rows), texts, {}};
    if (!read_extras(source, options.with)) return k_exit_usage;
    if (!write_files(options.files, source)) return k_exit_usage;
    if (options.github && !write_github(source.board)) return k_exit_usage;
    return board_exit_code(source.board);
}

constexpr const char* k_footer =
    "  .html  one page for the browser, with every item and run; needs no network\n"
    "  .md    the board, to paste      .json  the board, kilter.board/1\n"
    "  .csv   a line for every run     .xml   JUnit: an unstable item is a failure\n"
    "Example: kilter report -o report.html -o runs.csv\n"
    "Every number and its formula: docs/metrics.md; every key: docs/formats.md.\n"
    "Exit codes: 0 gates hold; 1 a gate failed; 3 inconclusive.";

}  // namespace

void add_report_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<ReportOptions>();
    CLI::App& command =
        add_command(app, "report", "write an experiment to files: HTML and others", k_footer);
    add_positional(command, "EXPERIMENT", options->experiment, "an id, a unique prefix, or latest");
    add_list_option(command, "-o,--output", options->files, "format by suffix (repeatable)",
                    "FILE");
    add_list_option(command, "--with", options->with,
                    "a probe, a sweep or an isolation of the store, for the\n"
                    "HTML page (repeatable)",
                    "EXPERIMENT");
    add_option(command, "--texts", options->texts,
               "MiB for the texts of all items on the HTML page\n"
               "(default 15; 0: none); steady items go first",
               "MIB", from_to(0, 1000));
    add_flag(command, "--github", options->github,
             "annotations and step summary for GitHub Actions");
    options->store.add_to(command);
    when_given(command,
               [options, &invocation] { invocation.exit_code = report_command(*options); });
}

}  // namespace kilter
