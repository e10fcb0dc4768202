#include "harness/store/async_store.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <catch2/catch_all.hpp>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "harness/store/store_reader.hpp"
#include "tests/support/result_printing.hpp"
#include "tests/support/sample_rows.hpp"
#include "tests/support/temp_folder.hpp"

using namespace kilter;
using namespace kilter::test;
namespace asio = boost::asio;

namespace {

// Counts what reaches the file; commits fail where asked.
class CountingWriter final : public StoreWriter {
  public:
    struct Log {
        int commits = 0, rows = 0, open_rows = 0;
        bool commit_fails = false, begin_fails = false;
        std::function<void()> on_begin;
    };
    explicit CountingWriter(Log& log) : log_(log) {}

    Result<void> add_experiment(const ExperimentRow&) override { return {}; }
    Result<void> set_engine(const std::string&, const EngineRow&) override { return {}; }
    Result<void> add_attempt(const AttemptRow&) override { return row(); }
    Result<void> add_trial(const TrialRow& trial) override {
        if (trial.key.k < 0) return fail("no such run");
        return row();
    }
    Result<void> reopen_trial(const TrialKey&) override { return {}; }
    Result<void> put_verdict(const VerdictRow&) override { return row(); }
    Result<void> set_suite(const std::string&, const SuiteSelection&) override { return {}; }
    Result<void> set_plan(const std::string&, const std::string&, const std::string&) override {
        return {};
    }
    Result<void> put_judgement(const JudgementRow&) override { return row(); }
    Result<void> set_judge(const std::string&, const ExperimentJudge&) override { return {}; }
    Result<void> set_judged_fields(const std::string&, const std::string&,
                                   const JudgedFields&) override {
        return {};
    }
    Result<void> begin() override {
        if (log_.on_begin) log_.on_begin();
        if (log_.begin_fails) return fail("no begin");
        return {};
    }
    Result<void> commit() override {
        if (log_.commit_fails) return fail("disk full");
        ++log_.commits;
        log_.rows += std::exchange(log_.open_rows, 0);
        return {};
    }
    void rollback() override { log_.open_rows = 0; }

  private:
    Result<void> row() {
        ++log_.open_rows;
        return {};
    }
    Log& log_;
};

asio::awaitable<void> add_one(AsyncStore& store, TrialRow row, std::vector<std::string>& results) {
    const Result<void> done = co_await store.add_trial(std::move(row));
    results.push_back(done ? "ok" : done.error().message);
}

asio::awaitable<void> add_many(AsyncStore& store, int first, int count, int& done) {
    for (int k = first; k < first + count; ++k) {
        AttemptRow attempt = sample_attempt(sample_key("a", k));
        TrialRow trial = sample_trial(sample_key("a", k), "answer " + std::to_string(k));
        const Result<void> kept = co_await store.add_attempt(std::move(attempt));
        const Result<void> written = co_await store.add_trial(std::move(trial));
        if (kept && written) ++done;
    }
}

asio::awaitable<void> add_final(AsyncStore& store, TrialKey key, bool more_soon,
                                std::vector<std::string>& results) {
    AttemptRow attempt = sample_attempt(key);
    TrialRow trial = sample_trial(key);
    VerdictRow verdict;
    verdict.key = key;
    std::vector<VerdictRow> verdicts(1, verdict);
    const Result<void> done = co_await store.add_final(std::move(attempt), std::move(trial),
                                                       std::move(verdicts), more_soon);
    results.push_back(done ? "ok" : done.error().message);
}

void rethrow(std::exception_ptr error) {
    if (error) std::rethrow_exception(error);
}

}  // namespace

TEST_CASE("2000 trials from 50 coroutines: all there, all told after COMMIT, few commits") {
    const TempFolder folder;
    auto writer = StoreWriter::open(folder / "k.db");
    REQUIRE(writer);
    REQUIRE((*writer)->add_experiment(sample_experiment()));
    asio::io_context loop(1);
    int done = 0;
    {
        AsyncStore store(loop.get_executor(), std::move(*writer));
        for (int i = 0; i < 50; ++i) {
            asio::co_spawn(loop, add_many(store, i * 40, 40, done), rethrow);
        }
        loop.run();
    }
    CHECK(done == 2000);
    auto reader = StoreReader::open(folder / "k.db");
    REQUIRE(reader);
    CHECK((*reader)->stored_keys("x1")->size() == 2000);
    CHECK((*reader)->completion(sample_key("a", 1234))->content.text == "answer 1234");
}

TEST_CASE("a final trial is kept with its attempt and its verdicts, whoever else is expected") {
    for (const bool more_soon : {false, true}) {
        INFO(more_soon);
        const TempFolder folder;
        auto writer = StoreWriter::open(folder / "k.db");
        REQUIRE(writer);
        REQUIRE((*writer)->add_experiment(sample_experiment()));
        asio::io_context loop(1);
        std::vector<std::string> results;
        {
            AsyncStore store(loop.get_executor(), std::move(*writer));
            for (int k = 0; k < 3; ++k)
                asio::co_spawn(loop, add_final(store, sample_key("a", k), more_soon, results),
                               rethrow);
            // The same once more: refused, and nothing of it stays but the attempt's refusal.
            asio::co_spawn(loop, add_final(store, sample_key("a", 2), more_soon, results), rethrow);
            loop.run();
        }
        REQUIRE(results.size() == 4);
        CHECK(std::count(results.begin(), results.end(), "ok") == 3);
        auto reader = StoreReader::open(folder / "k.db");
        REQUIRE(reader);
        CHECK((*reader)->stored_keys("x1")->size() == 3);
        CHECK((*reader)->open_attempts("x1")->empty());
        const auto trials = (*reader)->item_trials("x1", "e1", sample_key().suite, "a");
        REQUIRE(trials);
        for (const TrialSummary& trial : *trials) CHECK(trial.verdict);
    }
}

TEST_CASE("what waits is committed together") {
    CountingWriter::Log log;
    asio::io_context loop(1);
    std::vector<std::string> results;
    {
        AsyncStore store(loop.get_executor(), std::make_unique<CountingWriter>(log));
        // The first group is held until all the others wait.
        std::mutex gate;
        gate.lock();
        log.on_begin = [&] { const std::lock_guard held(gate); };
        for (int k = 0; k < 100; ++k) {
            asio::co_spawn(loop, add_one(store, sample_trial(sample_key("a", k)), results),
                           rethrow);
        }
        loop.poll();
        gate.unlock();
        loop.restart();
        loop.run();
    }
    CHECK(results == std::vector<std::string>(100, "ok"));
    CHECK(log.rows == 100);
    CHECK(log.commits <= 3);
}

TEST_CASE("a failed COMMIT or BEGIN reaches every waiting caller") {
    CountingWriter::Log log;
    const bool at_begin = GENERATE(false, true);
    log.commit_fails = !at_begin;
    log.begin_fails = at_begin;
    asio::io_context loop(1);
    std::vector<std::string> results;
    AsyncStore store(loop.get_executor(), std::make_unique<CountingWriter>(log));
    for (int k = 0; k < 5; ++k) {
        asio::co_spawn(loop, add_one(store, sample_trial(sample_key("a", k)), results), rethrow);
    }
    loop.run();
    CHECK(results == std::vector<std::string>(5, at_begin ? "no begin" : "disk full"));
    CHECK(log.rows == 0);
}

TEST_CASE("a refused row tells its own caller only") {
    CountingWriter::Log log;
    asio::io_context loop(1);
    std::vector<std::string> results;
    AsyncStore store(loop.get_executor(), std::make_unique<CountingWriter>(log));
    for (const int k : {0, -1, 1}) {
        asio::co_spawn(loop, add_one(store, sample_trial(sample_key("a", k)), results), rethrow);
    }
    loop.run();
    CHECK(results == std::vector<std::string>{"ok", "no such run", "ok"});
    CHECK(log.rows == 2);
}

namespace {

asio::awaitable<void> note_thread(AsyncStore& store, std::vector<std::thread::id>& threads) {
    VerdictRow verdict = sample_verdict(sample_key());
    EngineRow engine;
    (void)co_await store.put_verdict(std::move(verdict));
    threads.push_back(std::this_thread::get_id());
    std::string experiment = "x1";
    (void)co_await store.set_engine(std::move(experiment), std::move(engine));
    threads.push_back(std::this_thread::get_id());
}

}  // namespace

TEST_CASE("callers go on on the loop's thread; closing waits for what was handed in") {
    CountingWriter::Log log;
    asio::io_context loop(1);
    std::vector<std::thread::id> threads;
    std::vector<std::string> results;
    {
        AsyncStore store(loop.get_executor(), std::make_unique<CountingWriter>(log));
        asio::co_spawn(loop, note_thread(store, threads), rethrow);
        loop.run();
        loop.restart();
        asio::co_spawn(loop, add_one(store, sample_trial(sample_key()), results), rethrow);
        loop.poll_one();  // hands in, does not wait
    }
    loop.run();
    CHECK(threads == std::vector<std::thread::id>(2, std::this_thread::get_id()));
    CHECK(log.rows == 2);
    CHECK(results == std::vector<std::string>{"ok"});
}
