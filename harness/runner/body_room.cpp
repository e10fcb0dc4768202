#include "harness/runner/body_room.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <deque>

namespace kilter {

namespace asio = boost::asio;

struct BodyRoom::State : std::enable_shared_from_this<State> {
    State(asio::any_io_executor loop, std::size_t all) : executor(std::move(loop)), bytes(all) {}

    bool fits(std::size_t more) const { return held == 0 || held + more <= bytes; }
    Place take(std::size_t more) {
        held += more;
        return Place(shared_from_this(), more);
    }
    void admit();

    asio::any_io_executor executor;
    std::size_t bytes;
    std::size_t held = 0;
    std::deque<Waiter*> waiting;  // first come first; each stands in its own coroutine
};

struct BodyRoom::Waiter {
    Waiter(State& room, std::size_t wanted)
        : state(room),
          bytes(wanted),
          admitted(room.executor, asio::steady_timer::time_point::max()) {
        state.waiting.push_back(this);
    }
    ~Waiter() { std::erase(state.waiting, this); }
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

    State& state;
    std::size_t bytes;
    asio::steady_timer admitted;  // never expires, is cancelled
    bool has_place = false;
    Place place;
};

void BodyRoom::State::admit() {
    while (!waiting.empty() && fits(waiting.front()->bytes)) {
        Waiter& next = *waiting.front();
        waiting.pop_front();
        next.place = take(next.bytes);
        next.has_place = true;
        next.admitted.cancel();
    }
}

BodyRoom::Place& BodyRoom::Place::operator=(Place&& other) noexcept {
    if (this != &other) {
        leave();
        state_ = std::move(other.state_);
        bytes_ = std::exchange(other.bytes_, 0);
    }
    return *this;
}

void BodyRoom::Place::leave() {
    const std::shared_ptr<State> state = std::exchange(state_, nullptr);
    if (!state) return;
    state->held -= std::exchange(bytes_, 0);
    state->admit();
}

BodyRoom::BodyRoom(asio::any_io_executor executor, std::size_t bytes)
    : state_(std::make_shared<State>(std::move(executor), bytes)) {}

asio::awaitable<BodyRoom::Place> BodyRoom::enter(std::size_t bytes) {
    const std::shared_ptr<State> state = state_;
    if (state->waiting.empty() && state->fits(bytes)) co_return state->take(bytes);
    Waiter waiter(*state, bytes);
    while (!waiter.has_place) {
        co_await waiter.admitted.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    co_return std::move(waiter.place);
}

std::size_t BodyRoom::held() const {
    return state_->held;
}

std::size_t BodyRoom::waiting() const {
    return state_->waiting.size();
}

}  // namespace kilter
