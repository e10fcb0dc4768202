#include "harness/runner/load_poller.hpp"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "harness/engine/engine_load.hpp"
#include "harness/runner/until_stopped.hpp"

namespace kilter {
namespace {

namespace asio = boost::asio;

constexpr int k_most_failures = 3;
constexpr std::size_t k_largest_page = std::size_t{4} << 20;  // bytes
constexpr std::chrono::seconds k_patience{5};

void add(const EngineLoad& load, LoadRow& seen) {
    const bool first = seen.samples == 0;
    seen.running_min = first ? load.running : std::min(seen.running_min, load.running);
    seen.running_max = first ? load.running : std::max(seen.running_max, load.running);
    if (load.waiting) seen.waiting_max = std::max(seen.waiting_max.value_or(0), *load.waiting);
    ++seen.samples;
}

}  // namespace

LoadPoller::LoadPoller(RunState& state, std::string page, std::string api_key,
                       std::chrono::milliseconds pause)
    : state_(state), pause_(pause), timer_(state.executor) {
    request_.url = std::move(page);
    request_.method = "GET";
    request_.api_key = std::move(api_key);
    request_.timeout.connect = k_patience;
    request_.timeout.first_byte = k_patience;
    request_.timeout.idle = k_patience;
    request_.timeout.total = 2 * k_patience;
}

asio::awaitable<bool> LoadPoller::sample() {
    if (state_.stop.finishing()) co_return false;
    std::size_t arrived = 0;
    OnBytes on_bytes = [&arrived](std::string_view piece, auto) {
        arrived += piece.size();
        return arrived <= k_largest_page;
    };
    HttpRequest request = request_;
    asio::awaitable<HttpExchange> work =
        state_.client.exchange(std::move(request), std::move(on_bytes));
    const std::optional<HttpExchange> exchange = co_await until_stopped(
        state_.executor, state_.stop, StopState::Ticket::Ends::at_finish, std::move(work));
    if (!exchange || exchange->end.kind == TransferEnd::Kind::interrupted) co_return false;
    if (exchange->end.kind != TransferEnd::Kind::complete) {
        // A page that is too long stays so.
        co_return arrived <= k_largest_page && ++failures_ < k_most_failures;
    }
    const auto load = exchange->end.http_status == 200 ? read_engine_load(exchange->body)
                                                       : std::optional<EngineLoad>();
    if (!load) co_return false;
    failures_ = 0;
    add(*load, seen_);
    co_return true;
}

asio::awaitable<void> LoadPoller::run() {
    while (!ended_) {
        timer_.expires_after(pause_);
        co_await timer_.async_wait(asio::as_tuple(asio::use_awaitable));
        if (ended_) break;
        const bool more = co_await sample();
        if (!more) break;
    }
}

void LoadPoller::end() {
    ended_ = true;
    timer_.cancel();
}

}  // namespace kilter
