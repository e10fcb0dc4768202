#include "cli/execution/ask_experiment.hpp"

#include <fmt/format.h>

#include <boost/asio/io_context.hpp>
#include <utility>

#include "base/text/terminal.hpp"
#include "cli/execution/api_keys.hpp"
#include "cli/execution/interrupt_handler.hpp"
#include "cli/execution/open_files.hpp"
#include "cli/execution/run_to_end.hpp"
#include "cli/execution/scoring_observer.hpp"
#include "cli/exit_codes.hpp"
#include "cli/terminal.hpp"
#include "harness/engine/engine_client.hpp"

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
                      bool score, const Clock& clock) {
    asio::io_context loop{1};
    ProgressPrinter printer(clock, stderr_is_terminal());
    std::map<std::string, std::string> digests;
    if (score) {
        for (const PlannedSuite& planned : plan.suites)
            digests[planned.suite->name] = planned.suite->scoring_digest;
    }
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

std::string stop_line(const EngineReport& engine) {
    std::string line = visible(engine.engine) + ": " + visible(engine.stopped_reason);
    if (engine.missing == 0) return line;
    return fmt::format("{}{} {} {} missing. Mend that and run the same command again to go on.",
                       line, engine.stopped_reason.back() == '?' ? "" : ";", engine.missing,
                       engine.missing == 1 ? "trial is" : "trials are");
}

}  // namespace

Result<OpenExperiment> open_experiment(const ExperimentRequest& request, const Clock& clock) {
    auto keys = api_keys_of(request.config);
    if (!keys) return keys.error();
    const long long trials = static_cast<long long>(item_count(request)) * request.config.runs;
    if (const auto enough = enough_open_files(request.config, trials); !enough)
        return enough.error();
    auto writer = StoreWriter::open(request.config.store);
    if (!writer) return writer.error();
    auto reader = StoreReader::open(request.config.store);
    if (!reader) return reader.error();
    auto choice = choose_experiment(**reader, **writer, request, clock);
    if (!choice) return choice.error();
    auto lock = ExperimentLock::take(request.config.store, choice->id);
    if (!lock) return lock.error();
    const auto prepared = prepare_experiment(**reader, **writer, request, *choice);
    if (!prepared) return prepared.error();
    return OpenExperiment{std::move(*choice), std::move(*reader), std::move(*writer),
                          std::move(*lock), std::move(*keys)};
}

Result<RunReport> send_missing(OpenExperiment& opened, const ExperimentRequest& request,
                               const Clock& clock) {
    if (opened.choice.complete) return RunReport{};
    const RunPlan plan{opened.choice.id, request.config, request.suites, request.capabilities};
    auto remaining = remaining_of(*opened.reader, plan);
    if (!remaining) return remaining.error();
    if (!remaining->stored.empty())
        print_line(fmt::format("Going on with experiment {}: {} trials are stored already.",
                               opened.choice.id, remaining->stored.size()));
    return ask_engines(plan, std::move(*remaining), std::move(opened.api_keys),
                       std::move(opened.writer), request.score, clock);
}

bool store_is_there(const std::filesystem::path& store) {
    std::error_code ignored;
    if (std::filesystem::exists(store, ignored)) return true;
    print_problem("the store " + store.string() +
                  " was removed while the run was on: nothing of it is kept");
    return false;
}

void say_nothing_to_send(long long failed) {
    if (failed == 0) {
        print_line("Nothing to send: every trial of this plan is stored. --new measures again.");
        return;
    }
    print_line(
        fmt::format("Nothing to send: every trial of this plan is stored, {} of them failed. "
                    "--retry-errors sends those again, --new all.",
                    failed));
}

void say_earlier_failures(long long failed) {
    if (failed > 0)
        print_line(fmt::format("{} {} failed before; --retry-errors sends {} again.", failed,
                               failed == 1 ? "trial" : "trials", failed == 1 ? "it" : "them"));
}

int after_sending(const RunReport& report, int code) {
    long long passed = 0;
    for (const EngineReport& engine : report.engines) {
        if (engine.preflight_passed) ++passed;
        if (engine.failed > 0)
            print_line(
                fmt::format("{}: {} of its trials failed; kilter show ITEM says why, "
                            "--retry-errors sends them again.",
                            visible(engine.engine), engine.failed));
        if (!engine.stopped_reason.empty()) print_line(stop_line(engine));
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
    if (!report.engines.empty() && passed == 0) return k_exit_no_engine;
    return code;
}

void say_where(const std::filesystem::path& store, const std::string& experiment) {
    print_line(fmt::format("experiment {} in {}", experiment, visible(store.string())));
}

Result<Asked> ask_experiment(const ExperimentRequest& request, const Clock& clock) {
    auto opened = open_experiment(request, clock);
    if (!opened) return opened.error();
    auto report = send_missing(*opened, request, clock);
    if (!report) return report.error();
    return Asked{std::move(opened->choice.id), std::move(*report)};
}

}  // namespace kilter
