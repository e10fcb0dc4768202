#include "harness/runner/engine_session.hpp"

#include <utility>

#include "base/json/write.hpp"
#include "harness/engine/capabilities.hpp"
#include "harness/engine/engine_load.hpp"
#include "harness/runner/latch.hpp"
#include "harness/runner/load_poller.hpp"
#include "harness/runner/until_stopped.hpp"
#include "harness/wire/request.hpp"
#include "harness/wire/retry.hpp"

namespace kilter {
namespace {

namespace asio = boost::asio;

}  // namespace

EngineSession::EngineSession(RunState& state, std::size_t position, CellSequence cells,
                             std::string api_key)
    : state_(state),
      config_(state.plan.config.engines[position]),
      position_(position),
      cells_(std::move(cells)) {
    report_.engine = config_.name;
    report_.missing = static_cast<long long>(cells_.remaining());
    target_.config = &config_;
    target_.api_key = std::move(api_key);
    target_.stream = params_for(state.plan.config, config_).stream;
    target_.jitter = PortableRandom(state.plan.config.shuffle_seed + position);
}

asio::awaitable<void> EngineSession::begin() {
    if (cells_.remaining() == 0) {
        report_.preflight_passed = true;  // nothing to ask, so nothing that could be unfit
        co_return;
    }
    if (state_.stop.finishing()) co_return;
    fit_ = co_await preflight();
}

asio::awaitable<void> EngineSession::end() {
    if (fit_ && !stopped()) co_await note_end();
}

asio::awaitable<bool> EngineSession::preflight() {
    const Result<Endpoints> endpoints = endpoints_of(config_.base_url);
    if (!endpoints) {
        report_.stopped_reason = endpoints.error().message;
        state_.observer.on_notice(config_.name, report_.stopped_reason);
        co_return false;
    }
    target_.url = endpoints->chat_completions;
    EngineIdentity identity = co_await identify_unless_stopped(state_, config_, target_.api_key);
    if (state_.stop.finishing()) co_return false;
    if (!identity.problem.empty()) state_.observer.on_notice(config_.name, identity.problem);
    if (identity.fatal || !identity.reachable) {
        report_.stopped_reason =
            identity.problem.empty() ? std::string("unreachable") : identity.problem;
        co_return false;
    }
    report_.preflight_passed = true;
    if (identity.dialect != Dialect::automatic) dialect_ = identity.dialect;
    fingerprint_ = json::write(identity.fingerprint);
    tell_limits();
    if (state_.plan.ask_capabilities) co_await add_capabilities(identity.fingerprint);
    EngineRow started = row();
    started.fingerprint_start = json::write(identity.fingerprint);
    co_await keep_row(std::move(started));
    co_return !state_.stop.finishing();
}

// Member "capabilities" of the fingerprint at the start, and of that one only: whoever compares
// fingerprints leaves it out.
asio::awaitable<void> EngineSession::add_capabilities(json::Value& fingerprint) {
    state_.observer.on_notice(config_.name,
                              "engine " + config_.name + ": asking what it supports, by up to " +
                                  std::to_string(k_most_capability_requests) + " small requests");
    std::string salt_seed = config_.name + to_iso8601(state_.clock.now());
    asio::awaitable<EngineCapabilities> work =
        ask_capabilities(state_.client, config_, dialect_, params_for(state_.plan.config, config_),
                         target_.api_key, std::move(salt_seed));
    const std::optional<EngineCapabilities> found = co_await until_stopped(
        state_.executor, state_.stop, StopState::Ticket::Ends::at_finish, std::move(work));
    if (!found || state_.stop.finishing()) co_return;
    if (found->problem.empty()) {
        fingerprint.set("capabilities", to_json(found->all));
    } else {
        state_.observer.on_notice(
            config_.name,
            "engine " + config_.name + ": what it supports stays unknown: " + found->problem);
    }
}

// What was asked for and cannot be asked of this engine.
void EngineSession::tell_limits() {
    if (config_.cache == CacheMode::cold && cold_support(dialect_) == ColdSupport::none) {
        state_.observer.on_notice(
            config_.name, "engine " + config_.name +
                              ": its dialect has no way to ask for a cold cache; runs as it "
                              "is");
    }
    std::string names;
    const RequestParams& params = params_for(state_.plan.config, config_);
    for (const std::string& field : fields_not_sent(params, dialect_)) {
        names += (names.empty() ? "" : ", ") + field;
    }
    if (names.empty()) return;
    state_.observer.on_notice(
        config_.name,
        "engine " + config_.name + ": its dialect has no word for " + names + "; not sent");
}

// Beside the trials, what the engine says of the requests that it is running: others may use it.
asio::awaitable<void> EngineSession::send_turn(int turn) {
    if (!fit_ || stopped()) co_return;
    const Result<Endpoints> endpoints = endpoints_of(config_.base_url);
    const std::string_view page = load_page(dialect_);
    if (!endpoints || page.empty()) {
        co_await send_cells(turn);
        co_return;
    }
    LoadPoller poller(state_, endpoints->root + std::string(page), target_.api_key);
    Latch polling(state_.executor);
    const bool served = co_await poller.sample();
    if (served) polling.start(poller.run());
    std::exception_ptr bug;
    try {
        co_await send_cells(turn);
    } catch (...) {
        bug = std::current_exception();  // the poller must not outlive this frame
    }
    poller.end();
    co_await polling.wait();
    if (bug) std::rethrow_exception(bug);
    if (served) co_await poller.sample();
    if (poller.seen().samples == 0) co_return;
    EngineRow watched = row();
    watched.load = poller.seen();  // the store adds it to that of other turns
    co_await keep_row(std::move(watched));
}

asio::awaitable<void> EngineSession::send_cells(int turn) {
    Latch workers(state_.executor);
    for (int i = 0; i < config_.concurrency; ++i) workers.start(work(turn));
    co_await workers.wait();
}

asio::awaitable<void> EngineSession::work(int turn) {
    try {
        while (!stopped()) {
            co_await state_.beginnings.next();
            if (stopped()) break;
            const std::optional<Cell> cell = cells_.next_until(turn);
            if (!cell) break;
            co_await send_cell(*cell);
        }
    } catch (...) {
        state_.stop.abort();  // a bug: the other workers must not go on
        throw;
    }
}

asio::awaitable<void> EngineSession::send_cell(Cell cell) {
    TrialTask task;
    task.key = key_of(cell);
    const RequestParams& params = params_for(state_.plan.config, config_);
    task.request = requests_.get(*cell.item, params, config_, dialect_);
    const auto earlier = state_.attempts.find(task.key);
    if (earlier != state_.attempts.end()) task.earlier_attempts = earlier->second;
    std::unique_ptr<FinalTrial> trial = co_await send_trial(state_, target_, std::move(task));
    if (trial) co_await keep(std::move(trial), *cell.item);
    state_.tell_progress();
}

asio::awaitable<void> EngineSession::keep(std::unique_ptr<FinalTrial> trial, const Item& item) {
    std::vector<VerdictRow> verdicts = state_.observer.on_trial(trial->row, item);
    const Outcome outcome = trial->row.outcome;
    const std::string error = trial->row.error;
    const int http_status = trial->http_status;
    const bool more_soon = state_.progress.in_flight > 0;
    const Result<void> kept = co_await state_.store.add_final(
        std::move(trial->attempt), std::move(trial->row), std::move(verdicts), more_soon);
    trial->place.leave();
    if (!kept) {
        state_.store_failed(kept.error());
        co_return;
    }
    ++report_.sent;
    --report_.missing;
    ++state_.progress.done;
    if (is_failed(outcome)) {
        ++report_.failed;
        ++state_.progress.errors;
    }
    count_refusal(outcome, http_status, error);
}

void EngineSession::count_refusal(Outcome outcome, int http_status, const std::string& error) {
    refusals_ = is_refusal(outcome, http_status) ? refusals_ + 1 : 0;
    if (refusals_ < k_refusals_to_pause || !report_.stopped_reason.empty()) return;
    report_.stopped_reason = "paused: " + std::to_string(k_refusals_to_pause) +
                             " trials in a row were refused, the last one with: " + error;
    state_.observer.on_notice(config_.name, "engine " + config_.name + " is " +
                                                report_.stopped_reason +
                                                "; its other trials stay missing");
}

asio::awaitable<void> EngineSession::keep_row(EngineRow row) {
    std::string experiment = state_.plan.experiment;
    const Result<void> kept =
        co_await state_.store.set_engine(std::move(experiment), std::move(row));
    if (!kept) state_.store_failed(kept.error());
}

// Who answered at the end: another model or build than at the start must show.
asio::awaitable<void> EngineSession::note_end() {
    EngineIdentity identity = co_await identify_unless_stopped(state_, config_, target_.api_key);
    if (!identity.reachable) co_return;
    EngineRow ended = row();
    ended.fingerprint_end = json::write(identity.fingerprint);
    if (ended.fingerprint_end != fingerprint_) {
        state_.observer.on_notice(
            config_.name,
            "engine " + config_.name + ": what it says of itself changed while the run was on");
    }
    co_await keep_row(std::move(ended));
}

TrialKey EngineSession::key_of(const Cell& cell) const {
    TrialKey key;
    key.experiment = state_.plan.experiment;
    key.engine = config_.name;
    key.suite = cell.suite->name;
    key.item = cell.item->id;
    key.k = cell.k;
    return key;
}

EngineRow EngineSession::row() const {
    EngineRow row;
    row.engine = config_.name;
    row.position = static_cast<int>(position_);
    row.dialect = to_word(dialect_);
    return row;
}

}  // namespace kilter
