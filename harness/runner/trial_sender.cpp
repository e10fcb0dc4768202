#include "harness/runner/trial_sender.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <utility>

#include "base/sha256.hpp"
#include "harness/engine/spill_buffer.hpp"
#include "harness/runner/hide_secret.hpp"
#include "harness/runner/salt.hpp"
#include "harness/runner/until_stopped.hpp"
#include "harness/runner/watched_reader.hpp"
#include "harness/store/row_words.hpp"
#include "harness/wire/response.hpp"
#include "harness/wire/retry.hpp"

namespace kilter {
namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;

constexpr milliseconds k_long_wait = std::chrono::seconds{10};  // worth a line to the person

// Ended by cancel(), through the request's own slot: a coroutine beside this one, which could be
// cancelled as a whole, would cost each trial several frames.
asio::awaitable<HttpExchange> exchange(RunState& state, HttpRequest request, OnBytes on_bytes) {
    if (state.stop.cancelled()) {
        HttpExchange none;
        none.end.kind = TransferEnd::Kind::interrupted;
        co_return none;
    }
    StopState::Ticket ticket(state.stop, StopState::Ticket::Ends::at_cancel);
    request.cancel = ticket.slot();
    co_return co_await state.client.exchange(std::move(request), std::move(on_bytes));
}

asio::awaitable<void> wait_to_retry(RunState& state, milliseconds wait) {
    if (state.stop.finishing()) co_return;
    StopState::Ticket ticket(state.stop, StopState::Ticket::Ends::at_finish);
    asio::steady_timer timer(state.executor, wait);
    auto token = asio::bind_cancellation_slot(ticket.slot(), asio::as_tuple(asio::use_awaitable));
    co_await timer.async_wait(std::move(token));
}

WatchedReader reader_for(RunState& state, const EngineTarget& target) {
    return {target.config->think_tags,
            target.stream ? state.observer.watch_texts() : std::unique_ptr<TextWatch>()};
}

// The reader saw the bytes as they came; where a secret was replaced in what is kept, the texts are
// taken again from that. The times stay those of the arrival.
WireResult read_again(WatchedReader reader, const HttpExchange& exchange, const WireResult& first) {
    reader.feed(exchange.body, exchange.total);
    WireResult result = reader.finish(exchange.end, exchange.total);
    result.completion.timings = first.completion.timings;
    result.completion.add_flag("secret_replaced");
    return result;
}

struct Attempt {
    AttemptRow row;
    WireResult result;
    TransferEnd end;
    BodyRoom::Place place;  // of row.body, until that is kept
};

HttpRequest request_of(const EngineTarget& target, const TrialTask& task, int number) {
    HttpRequest request;
    request.url = target.url;
    const bool cold = target.config->cache == CacheMode::cold;
    std::string salt;
    if (task.request->salt_offset) salt = cold ? salt_of(task.key, number) : arm_salt_of(task.key);
    request.body = salted_body(*task.request, salt);
    if (task.request->reuse_offset && task.key.k == 0)
        request.body = cold_start_body(*task.request);
    request.api_key = target.api_key;
    request.timeout = target.config->timeout;
    request.stream = target.stream;
    request.may_stay_spilled = true;
    return request;
}

void fill_row(const TrialTask& task, HttpExchange& ended, Attempt& attempt) {
    AttemptRow& row = attempt.row;
    row.key = task.key;
    row.outcome = attempt.result.outcome;
    row.error = attempt.result.error;
    row.http_status = ended.end.http_status;
    row.body_sha256 = sha256_hex(ended.body);
    row.body = std::move(ended.body);
    row.request_body = task.request->body;
    row.request_sha256 = task.request->sha256;
    row.server_header = std::move(ended.server_header);
    row.new_connections = ended.new_connections;
    row.total_ms = ended.total.count();
}

// On the heap, and only when it has ended: it would stand in several frames of each open transfer.
asio::awaitable<std::unique_ptr<Attempt>> send_once(RunState& state, const EngineTarget& target,
                                                    const TrialTask& task, int number) {
    std::string started_at = to_iso8601(state.clock.now());
    HttpRequest request = request_of(target, task, number);
    std::string wire_sha256 =
        request.body == task.request->body ? task.request->sha256 : sha256_hex(request.body);
    WatchedReader reader = reader_for(state, target);
    OnBytes on_bytes = [&reader](std::string_view bytes,
                                 std::chrono::duration<double, std::milli> since_start) {
        return reader.feed(bytes, since_start);
    };
    ++state.progress.in_flight;
    state.tell_progress();
    HttpExchange ended = co_await exchange(state, std::move(request), std::move(on_bytes));
    --state.progress.in_flight;
    auto attempt = std::make_unique<Attempt>();
    attempt->row.number = number;
    attempt->row.started_at = std::move(started_at);
    attempt->row.wire_sha256 = std::move(wire_sha256);
    attempt->result = reader.finish(ended.end, ended.total);
    if (ended.spilled) {
        BodyRoom::Place place = co_await state.body_room.enter(ended.spilled->size());
        attempt->place = std::move(place);
        ended.body = std::exchange(ended.spilled, nullptr)->take();
    }
    WireResult& result = attempt->result;
    if (ended.secret_replaced) result = read_again(reader_for(state, target), ended, result);
    if (hide_secret(result, target.api_key)) ended.body = k_withheld_body;
    if (!ended.compression.empty()) result.completion.add_flag("compressed_body");
    if (!ended.proxy.empty() && result.outcome == Outcome::http_error)
        result.error += "; asked through the proxy " + ended.proxy;
    // One transfer needs one connection at most: more tells that it was sent again unseen.
    if (ended.new_connections > 1) result.completion.add_flag("hidden_retry");
    attempt->end = ended.end;
    fill_row(task, ended, *attempt);
    co_return attempt;
}

std::unique_ptr<FinalTrial> final_trial(const TrialTask& task, Attempt& attempt, int attempts) {
    auto trial = std::make_unique<FinalTrial>();
    trial->http_status = attempt.end.http_status;
    trial->row.key = task.key;
    trial->row.outcome = attempt.result.outcome;
    trial->row.completion = std::move(attempt.result.completion);
    trial->row.reasoning_sha256 = text_sha256(trial->row.completion.reasoning);
    trial->row.content_sha256 = text_sha256(trial->row.completion.content);
    trial->row.request_sha256 = task.request->sha256;
    trial->row.body_sha256 = attempt.row.body_sha256;
    trial->row.error = std::move(attempt.result.error);
    trial->row.attempts = attempts;
    // A repeated request meets another cache than a first one.
    if (attempts > 1) trial->row.completion.add_flag("retried");
    trial->attempt = std::move(attempt.row);
    trial->place = std::move(attempt.place);
    return trial;
}

void tell_retry(RunState& state, const EngineTarget& target, const TrialTask& task,
                const WireResult& result, milliseconds wait) {
    ++state.progress.retries;
    state.tell_progress();
    if (wait < k_long_wait) return;
    const long long seconds = std::chrono::duration_cast<std::chrono::seconds>(wait).count();
    state.observer.on_notice(target.config->name, task.key.suite + "/" + task.key.item + ": " +
                                                      result.error + "; trying again in " +
                                                      std::to_string(seconds) + " s");
}

}  // namespace

asio::awaitable<std::unique_ptr<FinalTrial>> send_trial(RunState& state, EngineTarget& target,
                                                        TrialTask task) {
    for (int tried = 1;; ++tried) {
        const int number = task.earlier_attempts + tried;
        const std::unique_ptr<Attempt> attempt = co_await send_once(state, target, task, number);
        const bool interrupted = attempt->result.outcome == Outcome::interrupted;
        std::optional<milliseconds> wait;
        if (!interrupted) {
            wait = retry_wait(attempt->result, attempt->end, tried, target.config->retries,
                              target.jitter.unit());
            if (!wait) co_return final_trial(task, *attempt, number);
        }
        AttemptRow row = std::move(attempt->row);
        const Result<void> kept = co_await state.store.add_attempt(std::move(row));
        attempt->place.leave();
        if (!kept) {
            state.store_failed(kept.error());
            co_return nullptr;
        }
        if (interrupted) co_return nullptr;
        tell_retry(state, target, task, attempt->result, *wait);
        co_await wait_to_retry(state, *wait);
        co_await state.beginnings.next();
        if (state.stop.finishing()) co_return nullptr;
    }
}

asio::awaitable<EngineIdentity> identify_unless_stopped(RunState& state, EngineConfig engine,
                                                        std::string api_key) {
    std::optional<EngineIdentity> identity;
    if (!state.stop.finishing()) {
        LoadingWait wait;
        wait.on_wait = [&state, name = engine.name](const std::string& line) {
            state.observer.on_notice(name, "engine " + name + ": " + line);
        };
        asio::awaitable<EngineIdentity> work =
            identify(state.client, std::move(engine), std::move(api_key), std::move(wait));
        identity = co_await until_stopped(state.executor, state.stop,
                                          StopState::Ticket::Ends::at_finish, std::move(work));
    }
    if (identity) co_return std::move(*identity);
    co_return EngineIdentity();
}

}  // namespace kilter
