#include "cli/execution/execute.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/terminal.hpp"
#include "cli/analysis/board_builder.hpp"
#include "cli/analysis/rescore.hpp"
#include "cli/execution/api_keys.hpp"
#include "cli/execution/interrupt_handler.hpp"
#include "cli/execution/run_to_end.hpp"
#include "cli/execution/scoring_observer.hpp"
#include "cli/exit_codes.hpp"
#include "cli/judging/judge_experiment.hpp"
#include "harness/engine/engine_client.hpp"
#include "harness/store/experiment_lock.hpp"
#include "reports/board_json.hpp"
#include "reports/board_text.hpp"

namespace kilter {

namespace asio = boost::asio;

namespace {

asio::awaitable<void> run_and_keep(Runner& runner, RunPlan plan, Remaining remaining,
                                   std::map<std::string, std::string> keys, RunReport& report) {
    report = co_await runner.run(std::move(plan), std::move(remaining.stored),
                                 std::move(remaining.attempts), std::move(keys));
}

RunReport ask_engines(const RunPlan& plan, Remaining remaining,
                      std::map<std::string, std::string> keys, std::unique_ptr<StoreWriter> writer,
                      const Clock& clock) {
    asio::io_context loop{1};
    ProgressPrinter printer(clock, stderr_is_terminal());
    std::map<std::string, std::string> digests;
    for (const PlannedSuite& planned : plan.suites)
        digests[planned.suite->name] = planned.suite->scoring_digest;
    ScoringObserver observer(std::move(digests), plan.config.stop_loops, printer);
    const auto client = make_http_engine_client(loop.get_executor());
    AsyncStore store(loop.get_executor(), std::move(writer));
    Runner runner(loop.get_executor(), *client, store, clock, observer);
    InterruptHandler interrupts(loop, runner.stop_control(),
                                [&](const std::string& line) { printer.notice(line); });
    RunReport report;
    run_to_end(loop, run_and_keep(runner, plan, std::move(remaining), std::move(keys), report),
               [&interrupts] { interrupts.end(); });
    return report;
}

int show_board(StoreReader& reader, const std::string& experiment, const ExecuteOptions& options) {
    auto board = build_board(reader, {experiment});
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

// What went wrong, in words; the exit code where it overrides the board's.
int after_run(const RunReport& report, int board_code) {
    long long passed = 0;
    for (const EngineReport& engine : report.engines) {
        if (engine.preflight_passed) ++passed;
        if (engine.failed > 0)
            print_line(
                fmt::format("{}: {} of its trials failed; kilter show ITEM says why, "
                            "--retry-errors sends them again.",
                            visible(engine.engine), engine.failed));
        if (!engine.stopped_reason.empty())
            print_line(
                fmt::format("{}: {}{} {} trials are missing. Run the same command again to go on.",
                            visible(engine.engine), visible(engine.stopped_reason),
                            engine.stopped_reason.back() == '?' ? "" : ";", engine.missing));
    }
    if (!report.store_error.empty()) {
        print_problem(report.store_error +
                      "; make it writable and run the same command again to go on");
        return k_exit_inconclusive;
    }
    if (report.interrupted) {
        print_line("Interrupted. Run the same command again to go on.");
        return k_exit_interrupted;
    }
    if (passed == 0) return k_exit_no_engine;
    return board_code;
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

void say_where(const ExperimentRequest& request, const ExperimentChoice& choice) {
    print_line(
        fmt::format("experiment {} in {}", choice.id, visible(request.config.store.string())));
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

bool keep_engines(ExperimentConfig& config, const std::vector<std::string>& names) {
    if (names.empty()) return true;
    std::vector<EngineConfig> kept;
    for (const std::string& name : names) {
        const auto found = std::find_if(config.engines.begin(), config.engines.end(),
                                        [&](const EngineConfig& one) { return one.name == name; });
        if (found == config.engines.end()) {
            std::string known;
            for (const EngineConfig& one : config.engines) known += " " + one.name;
            print_problem("there is no engine '" + visible(name) + "'; there are:" + known);
            return false;
        }
    }
    for (const EngineConfig& engine : config.engines)
        if (std::find(names.begin(), names.end(), engine.name) != names.end())
            kept.push_back(engine);
    config.engines = std::move(kept);
    return true;
}

int execute(ExperimentRequest request, const ExecuteOptions& options) {
    const SystemClock clock;
    auto keys = api_keys_of(request.config);
    if (!keys) {
        print_problem(keys.error().message);
        return k_exit_usage;
    }
    const auto judge = judge_access(request);
    if (!judge) {
        print_problem(judge.error().message);
        return k_exit_usage;
    }
    auto writer = StoreWriter::open(request.config.store);
    if (!writer) {
        print_problem(writer.error().message);
        return k_exit_usage;
    }
    auto reader = StoreReader::open(request.config.store);
    if (!reader) {
        print_problem(reader.error().message);
        return k_exit_usage;
    }
    auto choice = choose_experiment(**reader, **writer, request, clock);
    if (!choice) {
        print_problem(choice.error().message);
        return k_exit_usage;
    }
    const auto lock = ExperimentLock::take(request.config.store, choice->id);
    if (!lock) {
        print_problem(lock.error().message);
        return k_exit_usage;
    }
    const auto prepared = prepare_experiment(**reader, **writer, request, *choice);
    if (!prepared) {
        print_problem(prepared.error().message);
        return k_exit_usage;
    }
    if (choice->complete) {
        print_line("Nothing to send: every trial of this plan is stored. --new measures again.");
        say_where(request, *choice);
        const auto judging = judge_now(**reader, request, choice->id, *judge, true, clock);
        const int shown = show_board(**reader, choice->id, options);
        return after_judging(judging, judge->has_value(), shown);
    }
    if (const auto aside = set_judged_aside(**reader, **writer, choice->id); !aside) {
        print_problem(aside.error().message);
        return k_exit_usage;
    }
    const RunPlan plan{choice->id, request.config, request.suites, request.capabilities};
    auto remaining = remaining_of(**reader, plan);
    if (!remaining) {
        print_problem(remaining.error().message);
        return k_exit_usage;
    }
    if (!remaining->stored.empty())
        print_line(fmt::format("Going on with experiment {}: {} trials are stored already.",
                               choice->id, remaining->stored.size()));
    const RunReport report =
        ask_engines(plan, std::move(*remaining), std::move(*keys), std::move(*writer), clock);
    std::error_code ignored;
    if (!std::filesystem::exists(request.config.store, ignored)) {
        print_problem("the store " + request.config.store.string() +
                      " was removed while the run was on: nothing of it is kept");
        return k_exit_inconclusive;
    }
    const bool whole = !report.interrupted && report.store_error.empty();
    const auto judging = judge_now(**reader, request, choice->id, *judge, whole, clock);
    const int board_code = show_board(**reader, choice->id, options);
    const int run_code = after_run(report, board_code);
    const int code = after_judging(judging, judge->has_value(), run_code);
    say_where(request, *choice);
    return code;
}

}  // namespace kilter
