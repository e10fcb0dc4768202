#include "cli/execution/execute.hpp"

#include <algorithm>

#include "base/text/terminal.hpp"
#include "cli/analysis/board_builder.hpp"
#include "cli/analysis/rescore.hpp"
#include "cli/execution/api_keys.hpp"
#include "cli/execution/ask_experiment.hpp"
#include "cli/exit_codes.hpp"
#include "cli/judging/judge_experiment.hpp"
#include "reports/board_json.hpp"
#include "reports/board_text.hpp"

namespace kilter {

namespace {

int show_board(StoreReader& reader, const std::string& experiment, const SuitesAtHand& suites,
               const ExecuteOptions& options) {
    auto board = build_board(reader, {experiment}, {}, suites);
    if (!board) {
        print_problem(board.error().message);
        return k_exit_usage;
    }
    if (options.complete_board) {
        if (const auto done = options.complete_board(reader, experiment, *board); !done)
            print_problem(done.error().message);
    }
    print_out(options.json ? board_json(*board) : board_text(*board, stdout_style(options.colour)));
    return board_exit_code(*board);
}

bool has_judged_fields(const ExperimentRequest& request) {
    return std::any_of(
        request.suites.begin(), request.suites.end(),
        [](const PlannedSuite& planned) { return has_judged_fields(*planned.suite); });
}

// The judge of the config, where a suite asks for one.
Result<std::optional<JudgeAccess>> judge_access(const ExperimentRequest& request) {
    std::optional<JudgeAccess> access;
    if (!request.config.judge || !has_judged_fields(request)) return access;
    auto key = judge_key_of(request.config);
    if (!key) return key.error();
    access = JudgeAccess{*request.config.judge, std::move(*key)};
    return access;
}

// After the engines, never beside them: a judge may share their machine. `ask` false: by the stored
// judgements only.
Result<Judging> judge_now(StoreReader& reader, const ExperimentRequest& request,
                          const std::string& id, const std::optional<JudgeAccess>& access, bool ask,
                          const Clock& clock) {
    if (!has_judged_fields(request)) return Judging{};
    auto writer = StoreWriter::open(request.config.store);
    if (!writer) return writer.error();
    return judge_experiment(reader, **writer, id, ask ? access : std::nullopt, clock);
}

// What a judge left open makes a good run inconclusive; the exit code.
int after_judging(const Result<Judging>& judging, bool wanted, int code) {
    if (!judging) {
        print_problem(judging.error().message + "; run the same command again to go on");
        return k_exit_inconclusive;
    }
    if (!judging->line.empty()) print_line(judging->line);
    if (judging->interrupted) {
        print_line("Interrupted. Run the same command again to go on.");
        return k_exit_interrupted;
    }
    const bool waits = wanted && judging->waits;
    return waits && code == k_exit_done ? k_exit_inconclusive : code;
}

}  // namespace

std::vector<PlannedSuite> plan_all(const std::vector<std::shared_ptr<const Suite>>& suites) {
    std::vector<PlannedSuite> planned;
    for (const auto& suite : suites) {
        PlannedSuite one{suite, {}};
        for (const Item& item : suite->items) one.items.push_back(&item);
        planned.push_back(std::move(one));
    }
    return planned;
}

const EngineConfig* engine_or_complain(const ExperimentConfig& config, const std::string& name) {
    for (const EngineConfig& one : config.engines)
        if (one.name == name) return &one;
    std::string known;
    for (const EngineConfig& one : config.engines) known += " " + one.name;
    print_problem("there is no engine '" + visible(name) + "'; there are:" + known);
    return nullptr;
}

bool keep_engines(ExperimentConfig& config, const std::vector<std::string>& names) {
    if (names.empty()) return true;
    std::vector<EngineConfig> kept;
    for (const std::string& name : names)
        if (engine_or_complain(config, name) == nullptr) return false;
    for (const EngineConfig& engine : config.engines)
        if (std::find(names.begin(), names.end(), engine.name) != names.end())
            kept.push_back(engine);
    config.engines = std::move(kept);
    if (config.isolation) {
        std::erase_if(config.isolation->arms, [&](const IsolationArm& arm) {
            return std::find(names.begin(), names.end(), arm.name) == names.end();
        });
    }
    return true;
}

int execute(const ExperimentRequest& request, const ExecuteOptions& options) {
    const SystemClock clock;
    const auto judge = judge_access(request);
    if (!judge) {
        print_problem(judge.error().message);
        return k_exit_usage;
    }
    auto opened = open_experiment(request, clock);
    if (!opened) {
        print_problem(opened.error().message);
        return k_exit_usage;
    }
    StoreReader& reader = *opened->reader;
    const std::string id = opened->choice.id;
    if (opened->choice.complete) {
        say_nothing_to_send(opened->choice.failed);
        say_where(request.config.store, id);
        const auto judging = judge_now(reader, request, id, *judge, true, clock);
        const int shown = show_board(reader, id, suites_at_hand(request.suites), options);
        return after_judging(judging, judge->has_value(), shown);
    }
    if (const auto aside = set_judged_aside(reader, *opened->writer, id); !aside) {
        print_problem(aside.error().message);
        return k_exit_usage;
    }
    const auto report = send_missing(*opened, request, clock);
    if (!report) {
        print_problem(report.error().message);
        return k_exit_usage;
    }
    if (!store_is_there(request.config.store)) return k_exit_inconclusive;
    const bool whole = !report->interrupted && report->store_error.empty();
    const auto judging = judge_now(reader, request, id, *judge, whole, clock);
    const SuitesAtHand suites =
        opened->choice.created ? std::move(opened->choice.suites) : suites_at_hand(request.suites);
    const int board_code = show_board(reader, id, suites, options);
    const int run_code = after_sending(*report, board_code);
    if (whole) say_earlier_failures(opened->choice.failed);
    const int code = after_judging(judging, judge->has_value(), run_code);
    say_where(request.config.store, id);
    return code;
}

}  // namespace kilter
