#include "cli/execution/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <exception>

#include "base/text/terminal.hpp"
#include "cli/analysis/board_builder.hpp"
#include "cli/execution/api_keys.hpp"
#include "cli/execution/scoring_observer.hpp"
#include "cli/exit_codes.hpp"
#include "harness/engine/engine_client.hpp"
#include "harness/store/experiment_lock.hpp"
#include "reports/board_json.hpp"
#include "reports/board_text.hpp"

namespace kilter {

namespace asio = boost::asio;

namespace {

// First signal: finish what is in flight. Second: end that too.
class InterruptHandler {
  public:
    InterruptHandler(asio::io_context& loop, StopControl& stop, ProgressPrinter& printer)
        : signals_(loop, SIGINT, SIGTERM), stop_(stop), printer_(printer) {
        wait();
    }
    void end() { signals_.cancel(); }

  private:
    void wait() {
        signals_.async_wait([this](const boost::system::error_code& error, int) {
            if (error) return;
            if (++count_ == 1) {
                printer_.notice("finishing what is in flight; interrupt again to cancel it");
                stop_.finish();
                wait();
            } else {
                printer_.notice("cancelling; what is stored stays, run again to go on");
                stop_.cancel();
            }
        });
    }

    asio::signal_set signals_;
    StopControl& stop_;
    ProgressPrinter& printer_;
    int count_ = 0;
};

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
    ScoringObserver observer(std::move(digests), printer);
    const auto client = make_http_engine_client(loop.get_executor());
    AsyncStore store(loop.get_executor(), std::move(writer));
    Runner runner(loop.get_executor(), *client, store, clock, observer);
    InterruptHandler interrupts(loop, runner.stop_control(), printer);
    RunReport report;
    std::exception_ptr bug;
    asio::co_spawn(loop, run_and_keep(runner, plan, std::move(remaining), std::move(keys), report),
                   [&](std::exception_ptr error) {
                       bug = error;
                       interrupts.end();
                   });
    loop.run();
    if (bug) std::rethrow_exception(bug);
    return report;
}

int show_board(StoreReader& reader, const std::string& experiment, const ExecuteOptions& options) {
    const auto board = build_board(reader, {experiment});
    if (!board) {
        print_problem(board.error().message);
        return k_exit_usage;
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
        return show_board(**reader, choice->id, options);
    }
    const RunPlan plan{choice->id, request.config, request.suites};
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
    const int board_code = show_board(**reader, choice->id, options);
    const int code = after_run(report, board_code);
    std::error_code ignored;
    if (!std::filesystem::exists(request.config.store, ignored)) {
        print_problem("the store " + request.config.store.string() +
                      " was removed while the run was on: nothing of it is kept");
        return k_exit_inconclusive;
    }
    say_where(request, *choice);
    return code;
}

}  // namespace kilter
