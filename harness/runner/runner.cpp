#include "harness/runner/runner.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>
#include <utility>

#include "harness/runner/engine_session.hpp"
#include "harness/runner/latch.hpp"
#include "harness/runner/run_state.hpp"
#include "harness/runner/stop_state.hpp"

namespace kilter {
namespace {

namespace asio = boost::asio;

using Sessions = std::vector<std::unique_ptr<EngineSession>>;
using Group = std::vector<EngineSession*>;

std::vector<Group> group_by_origin(const ExperimentConfig& config, const Sessions& sessions) {
    std::vector<Group> groups;
    std::map<std::string, std::size_t> group_of;
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        const auto [found, is_new] =
            group_of.emplace(shared_origin(config.engines[i]), groups.size());
        if (is_new) groups.emplace_back();
        groups[found->second].push_back(sessions[i].get());
    }
    return groups;
}

// One engine after the other, in the config's order.
asio::awaitable<void> run_in_a_row(Group group, int turns) {
    for (EngineSession* session : group) {
        co_await session->begin();
        co_await session->send_turn(turns - 1);
        co_await session->end();
    }
}

// A B C A B C ...: what drifts with time meets all of them alike.
asio::awaitable<void> run_in_turns(Group group, int turns) {
    for (EngineSession* session : group) co_await session->begin();
    for (int turn = 0; turn < turns; ++turn) {
        for (EngineSession* session : group) co_await session->send_turn(turn);
    }
    for (EngineSession* session : group) co_await session->end();
}

Sessions make_sessions(RunState& state, const std::set<TrialKey>& stored,
                       const std::map<std::string, std::string>& api_keys) {
    Sessions sessions;
    std::size_t items = 0;
    for (const PlannedSuite& suite : state.plan.suites) items += suite.items.size();
    const auto total = static_cast<long long>(items) * state.plan.config.runs;
    for (std::size_t i = 0; i < state.plan.config.engines.size(); ++i) {
        const std::string& name = state.plan.config.engines[i].name;
        const auto key = api_keys.find(name);
        CellSequence cells(state.plan, name, stored);
        state.progress.total += total;
        state.progress.done += total - static_cast<long long>(cells.remaining());
        sessions.push_back(std::make_unique<EngineSession>(
            state, i, std::move(cells), key == api_keys.end() ? std::string() : key->second));
    }
    return sessions;
}

// A stop that left nothing undone did not interrupt anything.
bool was_interrupted(const StopState& stop, const RunReport& report) {
    if (!stop.asked()) return false;
    for (const EngineReport& engine : report.engines) {
        if (engine.missing > 0 && engine.stopped_reason.empty()) return true;
    }
    return false;
}

}  // namespace

struct Runner::Impl {
    asio::any_io_executor executor;
    EngineClient& client;
    AsyncStore& store;
    const Clock& clock;
    RunObserver& observer;
    StopState stop;
};

Runner::Runner(asio::any_io_executor executor, EngineClient& client, AsyncStore& store,
               const Clock& clock, RunObserver& observer)
    : impl_(new Impl{std::move(executor), client, store, clock, observer, StopState()}) {}

Runner::~Runner() = default;

StopControl& Runner::stop_control() {
    return impl_->stop;
}

asio::awaitable<RunReport> Runner::run(RunPlan plan, std::set<TrialKey> stored,
                                       std::map<TrialKey, int> attempts,
                                       std::map<std::string, std::string> api_keys) {
    // Ended by the stop control only: whoever awaits this must not leave workers behind.
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    RunState state{impl_->executor, impl_->client, impl_->store,    impl_->clock,
                   impl_->observer, impl_->stop,   std::move(plan), std::move(attempts),
                   Progress(),      std::string()};
    const Sessions sessions = make_sessions(state, stored, api_keys);
    stored.clear();
    api_keys.clear();
    state.tell_progress();
    Latch groups(state.executor);
    for (Group& group : group_by_origin(state.plan.config, sessions)) {
        const int turns = state.plan.config.runs;
        groups.start(state.plan.config.turns ? run_in_turns(std::move(group), turns)
                                             : run_in_a_row(std::move(group), turns));
    }
    co_await groups.wait();
    RunReport report;
    for (const std::unique_ptr<EngineSession>& session : sessions) {
        report.engines.push_back(session->report());
    }
    report.store_error = state.store_error;
    report.interrupted = was_interrupted(impl_->stop, report);
    co_return report;
}

}  // namespace kilter
