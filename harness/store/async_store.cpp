#include "harness/store/async_store.hpp"

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace kilter {
namespace {

namespace asio = boost::asio;

using Step = std::function<Result<void>(StoreWriter&)>;
using Handler = asio::any_completion_handler<void(Result<void>)>;

struct Job {
    Step step;
    Handler done;
    asio::any_io_executor target;  // where `done` runs; keeps that loop alive until then
    Result<void> outcome;
    bool more_soon = false;
};

// Many waiting rows share one COMMIT; above this they are more than one transaction should hold.
constexpr std::size_t k_max_group = 256;
// A COMMIT costs about as much as writing three trials; nothing that an engine does is so quick
// that this wait shows.
constexpr std::chrono::milliseconds k_company_wait{2};

}  // namespace

struct AsyncStore::Impl {
    Impl(asio::any_io_executor loop, std::unique_ptr<StoreWriter> store)
        : executor(std::move(loop)), writer(std::move(store)), thread([this] { work(); }) {}

    ~Impl() {
        {
            const std::lock_guard lock(mutex);
            closing = true;
        }
        wake.notify_one();
        thread.join();
    }

    void hand_in(Job job) {
        bool needs_waking = false;
        {
            const std::lock_guard lock(mutex);
            queue.push_back(std::move(job));
            needs_waking = !gathering || enough();
        }
        if (needs_waking) wake.notify_one();
    }

    // The lock is held. Nobody else is expected, or the group is full.
    bool enough() const {
        return closing || !queue.back().more_soon || queue.size() >= k_max_group;
    }

    // The writer's thread: takes what waits, commits it together, tells every caller.
    void work() {
        for (;;) {
            std::deque<Job> group;
            {
                std::unique_lock lock(mutex);
                wake.wait(lock, [this] { return closing || !queue.empty(); });
                if (queue.empty()) return;
                gathering = true;
                wake.wait_for(lock, k_company_wait, [this] { return enough(); });
                gathering = false;
                while (!queue.empty() && group.size() < k_max_group) {
                    group.push_back(std::move(queue.front()));
                    queue.pop_front();
                }
            }
            write(group);
            for (Job& job : group) complete(std::move(job));
        }
    }

    void write(std::deque<Job>& group) {
        const Result<void> begun = writer->begin();
        if (!begun) return fail_all(group, begun.error());
        for (Job& job : group) job.outcome = job.step(*writer);
        const Result<void> committed = writer->commit();
        if (!committed) {
            writer->rollback();
            fail_all(group, committed.error());
        }
    }

    // A row whose own step failed keeps its own reason.
    static void fail_all(std::deque<Job>& group, const Error& error) {
        for (Job& job : group) {
            if (job.outcome) job.outcome = error;
        }
    }

    static void complete(Job job) {
        const asio::any_io_executor target = std::move(job.target);
        asio::post(target, [done = std::move(job.done), outcome = job.outcome]() mutable {
            std::move(done)(std::move(outcome));
        });
    }

    asio::any_io_executor executor;
    std::unique_ptr<StoreWriter> writer;
    std::mutex mutex;
    std::condition_variable wake;
    std::deque<Job> queue;
    bool closing = false;
    bool gathering = false;  // the writer waits for company
    std::thread thread;      // last: it starts when all else is there
};

namespace {

// Not a coroutine, and all that it needs goes in as arguments after the token: GCC 12 destroys
// captures of a lambda inside an await expression twice.
template <class Impl>
struct HandIn {
    Impl* impl;
    asio::any_io_executor executor;

    template <class Done>
    void operator()(Done&& done, Step step, bool more_soon) {
        auto target = asio::prefer(asio::get_associated_executor(done, executor),
                                   asio::execution::outstanding_work.tracked);
        // Constructed, never assigned: Boost 1.81's move assignment of the handler calls itself.
        Job job{
            std::move(step), Handler(std::forward<Done>(done)), std::move(target), {}, more_soon};
        impl->hand_in(std::move(job));
    }
};

template <class Impl>
asio::awaitable<Result<void>> submit(Impl& impl, Step step, bool more_soon = false) {
    return asio::async_initiate<const asio::use_awaitable_t<>, void(Result<void>)>(
        HandIn<Impl>{&impl, impl.executor}, asio::use_awaitable, std::move(step), more_soon);
}

}  // namespace

AsyncStore::AsyncStore(asio::any_io_executor executor, std::unique_ptr<StoreWriter> writer)
    : impl_(std::make_unique<Impl>(std::move(executor), std::move(writer))) {}

AsyncStore::~AsyncStore() = default;

asio::awaitable<Result<void>> AsyncStore::add_attempt(AttemptRow row) {
    return submit(*impl_,
                  [row = std::move(row)](StoreWriter& writer) { return writer.add_attempt(row); });
}

asio::awaitable<Result<void>> AsyncStore::add_trial(TrialRow row) {
    return submit(*impl_,
                  [row = std::move(row)](StoreWriter& writer) { return writer.add_trial(row); });
}

asio::awaitable<Result<void>> AsyncStore::put_verdict(VerdictRow row) {
    return submit(*impl_,
                  [row = std::move(row)](StoreWriter& writer) { return writer.put_verdict(row); });
}

asio::awaitable<Result<void>> AsyncStore::add_final(AttemptRow attempt, TrialRow trial,
                                                    std::vector<VerdictRow> verdicts,
                                                    bool more_soon) {
    Step step = [attempt = std::move(attempt), trial = std::move(trial),
                 verdicts = std::move(verdicts)](StoreWriter& writer) {
        Result<void> done = writer.add_attempt(attempt);
        if (done) done = writer.add_trial(trial);
        for (const VerdictRow& verdict : verdicts) {
            if (done) done = writer.put_verdict(verdict);
        }
        return done;
    };
    return submit(*impl_, std::move(step), more_soon);
}

asio::awaitable<Result<void>> AsyncStore::set_engine(std::string experiment, EngineRow row) {
    return submit(*impl_, [experiment = std::move(experiment), row = std::move(row)](
                              StoreWriter& writer) { return writer.set_engine(experiment, row); });
}

}  // namespace kilter
