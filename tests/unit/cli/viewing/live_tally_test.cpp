#include "cli/viewing/live_tally.hpp"

#include "cli/viewing/live_counter.hpp"
#include "tests/unit/cli/analysis/small_store.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string counts(const LiveTally& tally) {
    std::string out;
    for (const LiveEngine& one : tally.engines())
        out += one.engine + " " + std::to_string(one.stored) + "/" + std::to_string(one.planned) +
               " unstable " + std::to_string(one.unstable) + " loops " + std::to_string(one.loops) +
               " failed " + std::to_string(one.failed) + "\n";
    return out;
}

}  // namespace

TEST_CASE("a run is followed trial by trial, engine by engine") {
    test::SmallStore store({"e1", "e2"});  // items a and b, K = 3: 6 trials an engine
    auto watch = StoreWatch::open(store.path());
    REQUIRE(watch);
    LiveTally tally("x1");
    REQUIRE(tally.look(*watch));
    CHECK(counts(tally) ==
          "e1 0/6 unstable 0 loops 0 failed 0\ne2 0/6 unstable 0 loops 0 failed 0\n");
    const long long before = watch->version().value();

    store.answer("e1", "a", 0, "F-1");
    store.answer("e1", "a", 1, "F-1");
    store.answer("e2", "a", 0, "F-9");
    CHECK(watch->version().value() != before);
    REQUIRE(tally.look(*watch));
    CHECK(counts(tally) ==
          "e1 2/6 unstable 0 loops 0 failed 0\ne2 1/6 unstable 0 loops 0 failed 0\n");

    store.answer("e1", "a", 2, "F-9");  // wavers, once
    store.answer("e1", "b", 0, "F-2");
    store.loop("e1", "b", 1);
    store.fail("e1", "b", 2);  // failed: no output to compare
    REQUIRE(tally.look(*watch));
    CHECK(counts(tally) ==
          "e1 6/6 unstable 2 loops 1 failed 1\ne2 1/6 unstable 0 loops 0 failed 0\n");
    CHECK_FALSE(tally.complete());

    const long long same = watch->version().value();
    CHECK(watch->version().value() == same);  // nothing was committed
}

TEST_CASE("a verdict that comes later than its trial still counts its loop") {
    test::SmallStore store;
    auto watch = StoreWatch::open(store.path());
    REQUIRE(watch);
    store.answer("e1", "a", 0, "F-1", false);
    LiveTally tally("x1");
    REQUIRE(tally.look(*watch));
    VerdictRow verdict;
    verdict.key = {"x1", "e1", "small", "a", 0};
    verdict.loops_json =
        R"([{"channel":"reasoning","view":"exact","verdict":"loop","start":0,"period":60,"repeats":9,"length":540}])";
    REQUIRE(store.writer().put_verdict(verdict));
    REQUIRE(tally.look(*watch));
    CHECK(tally.engines().front().loops == 1);
    REQUIRE(tally.look(*watch));
    CHECK(tally.engines().front().loops == 1);
}

TEST_CASE("failed trials that are reopened are counted anew") {
    test::SmallStore store;
    auto watch = StoreWatch::open(store.path());
    REQUIRE(watch);
    store.fail("e1", "a", 0);
    store.answer("e1", "a", 1, "F-1");
    LiveTally tally("x1");
    REQUIRE(tally.look(*watch));
    CHECK(counts(tally) == "e1 2/6 unstable 0 loops 0 failed 1\n");
    REQUIRE(store.writer().reopen_trial({"x1", "e1", "small", "a", 0}));
    REQUIRE(tally.look(*watch));
    CHECK(counts(tally) == "e1 1/6 unstable 0 loops 0 failed 0\n");
}

TEST_CASE("the news of an experiment, of all, and of what cannot be read") {
    test::SmallStore store;
    LiveCounter counter(store.path());
    const auto first = counter.look({"", "nope", "x1"});
    REQUIRE(first.size() == 3);
    CHECK(first[0].event == "experiments");
    CHECK(first[0].data ==
          R"({"experiments":[{"id":"x1","planned":6,"stored":0,"failed":0,"running":false}]})");
    CHECK(first[1].event == "problem");
    CHECK_THAT(first[1].data, ContainsSubstring("nope"));
    CHECK(first[2].event == "progress");
    CHECK(
        first[2].data ==
        R"({"experiment":"x1","planned":6,"stored":0,"running":false,"complete":false,)"
        R"("engines":[{"engine":"e1","planned":6,"stored":0,"unstable":0,"loops":0,"failed":0}]})");
    CHECK_FALSE(first[2].finished);
    for (const char* item : {"a", "b"})
        for (int k = 0; k < 3; ++k) store.answer("e1", item, k, "F-1");
    const auto last = counter.look({"x1"});
    CHECK(last[0].finished);
    CHECK_THAT(last[0].data, ContainsSubstring(R"("stored":6,"running":false,"complete":true)"));

    LiveCounter nothing(store.path().parent_path() / "none.db");
    const auto problem = nothing.look({"x1"});
    REQUIRE(problem.size() == 1);
    CHECK(problem[0].event == "problem");
    CHECK_THAT(problem[0].data, ContainsSubstring("there is no store"));
}
