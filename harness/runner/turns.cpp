#include "harness/runner/turns.hpp"

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <deque>
#include <utility>

namespace kilter {

namespace asio = boost::asio;

struct Turns::State : std::enable_shared_from_this<State> {
    using Handler = asio::any_completion_handler<void()>;

    explicit State(asio::any_io_executor loop) : executor(std::move(loop)) {}

    void begin_turn();
    void end_turn();

    asio::any_io_executor executor;
    bool taken = false;  // end_turn() stands in the loop
    std::deque<Handler> waiting;
};

// The loop's queue holds its look at the sockets as one of its entries, and what is posted goes
// behind that.
void Turns::State::begin_turn() {
    taken = true;
    asio::post(executor, [weak = weak_from_this()] {
        if (const std::shared_ptr<State> state = weak.lock()) state->end_turn();
    });
}

void Turns::State::end_turn() {
    taken = false;
    if (waiting.empty()) return;
    Handler first = std::move(waiting.front());
    waiting.pop_front();
    begin_turn();
    std::move(first)();
}

Turns::Turns(asio::any_io_executor executor)
    : state_(std::make_shared<State>(std::move(executor))) {}

Turns::~Turns() = default;

asio::awaitable<void> Turns::next() {
    State& state = *state_;
    if (!state.taken) {
        state.begin_turn();
        co_return;
    }
    const auto join = [&state](auto handler) { state.waiting.emplace_back(std::move(handler)); };
    co_await asio::async_initiate<const asio::use_awaitable_t<>, void()>(join, asio::use_awaitable);
}

}  // namespace kilter
