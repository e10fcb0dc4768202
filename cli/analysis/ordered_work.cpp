#include "cli/analysis/ordered_work.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace kilter {

namespace {

constexpr std::size_t k_waiting_a_thread = 2;  // pieces of work

struct Piece {
    OrderedWork::Work work;
    OrderedWork::Then then;
    bool done = false;  // behind the mutex, as is what follows
    std::exception_ptr thrown;
};

using PiecePtr = std::shared_ptr<Piece>;

}  // namespace

int default_jobs() {
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

struct OrderedWork::State {
    explicit State(int most) : helpers(static_cast<std::size_t>(std::max(most, 1) - 1)) {}

    ~State() {
        {
            const std::lock_guard lock(mutex);
            closing = true;
            waiting.clear();
        }
        changed.notify_all();
        for (std::thread& thread : threads) thread.join();
    }

    void start_threads() {
        while (threads.size() < helpers) threads.emplace_back([this] { help(); });
    }

    void help() {
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait(lock, [this] { return closing || !waiting.empty(); });
            if (closing) return;
            do_next(lock);
        }
    }

    // The lock is held, and something waits; the work itself is done without the lock.
    void do_next(std::unique_lock<std::mutex>& lock) {
        const PiecePtr piece = std::move(waiting.front());
        waiting.pop_front();
        lock.unlock();
        std::exception_ptr thrown;
        try {
            piece->work();
        } catch (...) {
            thrown = std::current_exception();
        }
        lock.lock();
        piece->work = nullptr;
        piece->thrown = thrown;
        piece->done = true;
        changed.notify_all();
    }

    // The oldest piece: done by the caller where nobody has begun it, who does others meanwhile.
    Result<void> take_oldest() {
        {
            std::unique_lock lock(mutex);
            while (!order.front()->done) {
                if (!waiting.empty()) {
                    do_next(lock);
                } else {
                    changed.wait(lock, [this] { return order.front()->done; });
                }
            }
        }
        const PiecePtr piece = std::move(order.front());
        order.pop_front();
        if (piece->thrown) std::rethrow_exception(piece->thrown);
        if (failed) failed = piece->then();
        return failed;
    }

    bool oldest_is_done() {
        const std::lock_guard lock(mutex);
        return !order.empty() && order.front()->done;
    }

    std::size_t helpers;
    std::deque<PiecePtr> order;  // of the caller alone
    Result<void> failed;         // likewise; good as long as every Then was
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<PiecePtr> waiting;
    bool closing = false;
    std::vector<std::thread> threads;
};

OrderedWork::OrderedWork(int threads) : state_(std::make_unique<State>(threads)) {}
OrderedWork::~OrderedWork() = default;

Result<void> OrderedWork::add(Work work, Then then) {
    State& state = *state_;
    if (!state.failed) return state.failed;
    if (state.helpers == 0) {
        work();
        state.failed = then();
        return state.failed;
    }
    state.start_threads();
    auto piece = std::make_shared<Piece>();
    piece->work = std::move(work);
    piece->then = std::move(then);
    state.order.push_back(piece);
    {
        const std::lock_guard lock(state.mutex);
        state.waiting.push_back(std::move(piece));
    }
    state.changed.notify_all();
    const std::size_t most = k_waiting_a_thread * (state.helpers + 1);
    while (state.order.size() > most || state.oldest_is_done()) {
        if (const auto taken = state.take_oldest(); !taken) return taken;
    }
    return {};
}

Result<void> OrderedWork::finish() {
    State& state = *state_;
    while (state.failed && !state.order.empty()) {
        if (const auto taken = state.take_oldest(); !taken) return taken;
    }
    return state.failed;
}

}  // namespace kilter
