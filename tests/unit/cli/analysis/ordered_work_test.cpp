// The same results in the same order with any number of threads; errors and exceptions in their
// turn.
#include "cli/analysis/ordered_work.hpp"

#include <atomic>
#include <catch2/catch_all.hpp>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/result_printing.hpp"

using namespace kilter;

namespace {

constexpr int k_pieces = 200;

std::vector<int> squares(int threads) {
    OrderedWork work(threads);
    std::vector<int> out;
    for (int i = 0; i < k_pieces; ++i) {
        const auto square = std::make_shared<int>(0);
        const auto added = work.add([i, square] { *square = i * i; },
                                    [square, &out]() -> Result<void> {
                                        out.push_back(*square);
                                        return {};
                                    });
        CHECK(added);
    }
    CHECK(work.finish());
    return out;
}

Result<void> fine() {
    return {};
}

}  // namespace

TEST_CASE("Results come in the order of their work, with any number of threads") {
    const std::vector<int> one = squares(1);
    REQUIRE(one.size() == k_pieces);
    CHECK(one.back() == (k_pieces - 1) * (k_pieces - 1));
    for (const int threads : {-1, 0, 2, 3, 8}) {
        INFO(threads);
        CHECK(squares(threads) == one);
    }
}

// The first piece ends only when the last one of those that may wait has been done: others must be
// doing them, and its own result still comes first.
TEST_CASE("A slow piece holds up nobody's work, only the results behind it") {
    OrderedWork work(2);
    std::mutex mutex;
    std::condition_variable changed;
    int done = 0;
    std::vector<int> order;
    const auto take = [&order](int i) {
        return [&order, i]() -> Result<void> {
            order.push_back(i);
            return {};
        };
    };
    const auto wait_for_others = [&] {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return done == 3; });
    };
    const auto count = [&] {
        const std::lock_guard lock(mutex);
        ++done;
        changed.notify_all();
    };
    CHECK(work.add(wait_for_others, take(0)));
    for (int i = 1; i <= 3; ++i) CHECK(work.add(count, take(i)));
    CHECK(work.finish());
    CHECK(order == std::vector<int>{0, 1, 2, 3});
}

TEST_CASE("The first error stands, and nothing behind it is taken") {
    for (const int threads : {1, 4}) {
        INFO(threads);
        OrderedWork work(threads);
        std::vector<int> taken;
        Result<void> last;
        for (int i = 0; i < 50 && last; ++i) {
            last = work.add([] {},
                            [i, &taken]() -> Result<void> {
                                taken.push_back(i);
                                if (i == 3 || i == 5) return fail("no " + std::to_string(i));
                                return {};
                            });
        }
        if (last) last = work.finish();
        REQUIRE_FALSE(last);
        CHECK(last.error().message == "no 3");
        CHECK(taken == std::vector<int>{0, 1, 2, 3});
        const auto later = work.add([] {}, fine);
        REQUIRE_FALSE(later);
        CHECK(later.error().message == "no 3");
        CHECK_FALSE(work.finish());
    }
}

TEST_CASE("What a piece of work throws is thrown to its owner") {
    for (const int threads : {1, 3}) {
        INFO(threads);
        OrderedWork work(threads);
        const auto both = [&work] {
            (void)work.add([] { throw std::runtime_error("bug"); }, fine);
            (void)work.finish();
        };
        CHECK_THROWS_AS(both(), std::runtime_error);
    }
}

TEST_CASE("Going away with work undone waits for what is begun and drops the rest") {
    std::atomic<int> begun = 0;
    {
        OrderedWork work(2);
        for (int i = 0; i < 4; ++i) CHECK(work.add([&begun] { ++begun; }, fine));
    }
    CHECK(begun <= 4);
}
