// kilter import answers FILE --suite SUITE: answers made elsewhere become an experiment.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/sha256.hpp"
#include "cli/analysis/answers_file.hpp"
#include "cli/analysis/board_builder.hpp"
#include "cli/analysis/verdicts.hpp"
#include "cli/command.hpp"
#include "cli/execution/experiment_store.hpp"
#include "cli/load_input.hpp"
#include "reports/board_json.hpp"
#include "reports/board_text.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

constexpr std::size_t k_max_answers_file = std::size_t{1} << 30;  // bytes

struct ImportOptions {
    std::string file, suite;
    bool answered_only = false;
    StoreOption store;
    JsonOption json;
};

Result<std::string> read_stdin() {
    std::string text;
    std::array<char, 65536> block{};
    while (const std::size_t count = std::fread(block.data(), 1, block.size(), stdin)) {
        text.append(block.data(), count);
        if (text.size() > k_max_answers_file)
            return fail("standard input holds more than 1 GiB of answers; import them in parts");
    }
    if (std::ferror(stdin) != 0) return fail("cannot read standard input");
    return text;
}

// "-" is standard input.
std::optional<ImportedAnswers> answers_or_complain(const std::string& file, const Suite& suite) {
    const bool piped = file == "-";
    const auto text = piped ? read_stdin() : read_file(file, k_max_answers_file);
    if (!text) {
        print_problem(text.error().message);
        return std::nullopt;
    }
    const std::string name = piped ? "stdin" : file;
    Diagnostics diagnostics;
    auto answers =
        read_answers(*text, name, suite, std::filesystem::path(name).stem().string(), diagnostics);
    std::string lines = to_text(diagnostics);
    if (!lines.empty()) print_line(lines.substr(0, lines.size() - 1));
    return answers;
}

std::vector<std::string> all_items(const Suite& suite) {
    std::vector<std::string> ids;
    for (const Item& item : suite.items) ids.push_back(item.id);
    return ids;
}

ExperimentRow experiment_of(const ImportedAnswers& answers, const Suite& suite, bool answered_only,
                            const Clock& clock) {
    ExperimentRow row;
    row.id = new_experiment_id(clock, suite.prompts_digest);
    row.created_at = to_iso8601(clock.now());
    row.kind = "import";
    row.runs = answers.runs;
    SuiteSelection selection = selection_of(suite);
    selection.suite_json = suite_to_json(suite);
    selection.items = answered_only ? answers.items : all_items(suite);
    row.suites.push_back(std::move(selection));
    for (std::size_t i = 0; i < answers.engines.size(); ++i) {
        EngineRow engine;
        engine.engine = answers.engines[i];
        engine.position = static_cast<int>(i);
        row.engines.push_back(std::move(engine));
    }
    return row;
}

Result<void> store_answers(StoreWriter& writer, const ExperimentRow& experiment, const Suite& suite,
                           ImportedAnswers answers) {
    if (const auto begun = writer.begin(); !begun) return begun.error();
    if (const auto added = writer.add_experiment(experiment); !added) return added.error();
    for (TrialRow& trial : answers.trials) {
        trial.key.experiment = experiment.id;
        if (const auto added = writer.add_trial(trial); !added) return added.error();
        const Item& item = *suite.find(trial.key.item);
        const auto verdict =
            make_verdict(trial.key, trial.outcome, trial.completion, item, suite.scoring_digest);
        if (!verdict) continue;
        if (const auto put = writer.put_verdict(*verdict); !put) return put.error();
    }
    return writer.commit();
}

int import_command(const ImportOptions& options, ColourChoice colour) {
    const auto suite = load_suite_or_complain(options.suite);
    if (!suite) return k_exit_usage;
    auto answers = answers_or_complain(options.file, *suite);
    if (!answers) return k_exit_usage;
    const auto path = store_path(options.store.path);
    auto writer = StoreWriter::open(path);
    if (!writer) {
        print_problem(writer.error().message);
        return k_exit_usage;
    }
    const ExperimentRow experiment =
        experiment_of(*answers, *suite, options.answered_only, SystemClock{});
    if (const auto stored = store_answers(**writer, experiment, *suite, std::move(*answers));
        !stored) {
        (*writer)->rollback();
        print_problem(stored.error().message);
        return k_exit_usage;
    }
    const auto reader = open_store_or_complain(path.string());
    if (!reader) return k_exit_usage;
    const auto board = build_board(*reader, {experiment.id});
    if (!board) {
        print_problem(board.error().message);
        return k_exit_usage;
    }
    print_out(options.json.json ? board_json(*board) : board_text(*board, stdout_style(colour)));
    print_line(fmt::format("experiment {} in {}", experiment.id, path.string()));
    return board_exit_code(*board);
}

constexpr const char* k_footer =
    "A line: {\"engine\": \"e\", \"item\": \"id\", \"k\": 0, \"content\": \"...\",\n"
    "\"reasoning\": \"...\", \"finish_reason\": \"stop\", \"prompt_tokens\": 10,\n"
    "\"completion_tokens\": 20}. Only item is required;\n"
    "engine is the file's name unless said.";

}  // namespace

void add_import_command(CLI::App& app, Invocation& invocation) {
    auto options = std::make_shared<ImportOptions>();
    CLI::App& command =
        add_command_group(app, "import", "bring in answers that were made elsewhere");
    CLI::App& answers =
        add_command(command, "answers", "JSON Lines, one completion a line", k_footer);
    add_required_positional(answers, "FILE", options->file, "the answers; - reads them from stdin");
    add_required_option(answers, "--suite", options->suite, "the suite that they answer", "SUITE");
    add_flag(answers, "--answered-only", options->answered_only,
             "items without an answer were not asked, not missing");
    options->store.add_to(answers);
    options->json.add_to(answers);
    when_given(answers, [options, &invocation] {
        invocation.exit_code = import_command(*options, invocation.colour);
    });
}

}  // namespace kilter
