#include "scorers/isolation/liveness.hpp"

#include <catch2/catch_all.hpp>

namespace kilter {
namespace {

ArmSeen thirty() {
    ArmSeen seen;
    seen.runs = seen.bodies = 30;
    return seen;
}

LiveCheck only(const std::vector<LiveCheck>& checks) {
    REQUIRE(checks.size() == 1);
    return checks.front();
}

}  // namespace

TEST_CASE("the same asked twice has nothing to prove") {
    CHECK(check_live({}, thirty(), {}, thirty()).empty());
    CHECK_FALSE(all_live({}));
}

TEST_CASE("a cold cache is proven by cached tokens, and only against a warm baseline") {
    ArmAsked cold;
    cold.cold = true;
    ArmSeen seen = thirty();
    ArmSeen base = thirty();
    CHECK_FALSE(only(check_live(cold, seen, {}, base)).live);  // nobody tells
    seen.cached_told = base.cached_told = 30;
    base.cached_served = 20;
    const LiveCheck live = only(check_live(cold, seen, {}, base));
    CHECK(live.live == true);
    CHECK(live.evidence == "no run had cached tokens; 20 of 30 of the baseline had some");
    seen.cached_served = 1;
    CHECK(only(check_live(cold, seen, {}, base)).live == false);
    seen.cached_served = base.cached_served = 0;  // there was nothing to turn off
    CHECK(only(check_live(cold, seen, {}, base)).live == false);
    base.cached_told = 0;  // the baseline does not tell, the arm does
    CHECK(only(check_live(cold, seen, {}, base)).live == true);
    // The other way round: a baseline that is cold, an arm that may be warm.
    ArmSeen warm = thirty();
    CHECK_FALSE(only(check_live({}, warm, cold, base)).live);
    warm.cached_told = 30;
    CHECK(only(check_live({}, warm, cold, base)).live == false);
    warm.cached_served = 3;
    CHECK(only(check_live({}, warm, cold, base)).live == true);
}

TEST_CASE("concurrency is proven by what the engine says it was running") {
    ArmAsked busy;
    busy.concurrency = 4;
    ArmSeen seen = thirty();
    seen.most_open = 4;
    CHECK_FALSE(only(check_live(busy, seen, {}, thirty())).live);
    seen.load_turns = 3;
    seen.load_samples = 8;  // two of them while trials were under way
    seen.running_max = 1;
    CHECK_FALSE(only(check_live(busy, seen, {}, thirty())).live);
    seen.load_samples = 9;
    CHECK(only(check_live(busy, seen, {}, thirty())).live == false);
    seen.running_max = 0;  // no sample met a request: says nothing of between
    CHECK_FALSE(only(check_live(busy, seen, {}, thirty())).live);
    seen.running_max = 3;
    CHECK(only(check_live(busy, seen, {}, thirty())).live == true);
    seen.running_max = 0;
    seen.most_open = 1;  // one item, one run at a time
    CHECK(only(check_live(busy, seen, {}, thirty())).live == false);
    // Down to one at a time.
    ArmSeen calm = thirty();
    CHECK_FALSE(only(check_live({}, calm, busy, seen)).live);
    calm.load_samples = 5;  // three between
    calm.running_max = 1;
    CHECK(only(check_live({}, calm, busy, seen)).live == true);
    calm.running_max = 2;  // somebody else uses it
    CHECK(only(check_live({}, calm, busy, seen)).live == false);
}

TEST_CASE("stream and logprobs are proven by the bodies") {
    ArmAsked whole;
    whole.stream = false;
    ArmSeen seen = thirty();
    CHECK(only(check_live(whole, seen, {}, thirty())).live == true);
    seen.streamed = 1;
    CHECK(only(check_live(whole, seen, {}, thirty())).live == false);
    ArmAsked listed;
    listed.logprobs = true;
    CHECK(only(check_live(listed, seen, {}, thirty())).live == false);
    seen.with_logprobs = 30;
    const LiveCheck live = only(check_live(listed, seen, {}, thirty()));
    CHECK(live.live == true);
    CHECK(live.evidence == "30 of 30 answers carried log probabilities");
}

TEST_CASE("a schema that one answer breaks was not enforced; keeping to it proves little") {
    ArmAsked asked;
    asked.structured = true;
    ArmSeen seen = thirty();
    ArmSeen base = thirty();
    CHECK_FALSE(only(check_live(asked, seen, {}, base)).live);  // no whole answer
    seen.answers = base.answers = 10;
    seen.fits = 9;
    CHECK(only(check_live(asked, seen, {}, base)).live == false);
    seen.fits = base.fits = 10;
    CHECK_FALSE(only(check_live(asked, seen, {}, base)).live);
    base.fits = 4;
    CHECK(only(check_live(asked, seen, {}, base)).live == true);
}

TEST_CASE("another engine is proven by drafts, by itself, or by its fingerprint") {
    ArmAsked other;
    other.address = "http://h:2/v1 m";
    ArmSeen seen = thirty();
    ArmSeen base = thirty();
    CHECK_FALSE(only(check_live(other, seen, {}, base)).live);
    seen.draft_told = seen.draft_used = 30;
    CHECK(only(check_live(other, seen, {}, base)).live == true);
    seen.draft_used = 0;
    seen.identity = "{\"version\":\"2\"}";
    CHECK_FALSE(only(check_live(other, seen, {}, base)).live);  // the baseline was not asked
    base.identity = "{\"version\":\"1\"}";
    CHECK(only(check_live(other, seen, {}, base)).live == true);
    base.identity = seen.identity;
    seen.fingerprints = {"b2"};
    base.fingerprints = {"b1"};
    CHECK(only(check_live(other, seen, {}, base)).live == true);
    // A command before the arm is looked at in the same way.
    ArmAsked hooked;
    hooked.hook = true;
    CHECK(only(check_live(hooked, seen, {}, base)).what == "engine");
}

TEST_CASE("several switches are live only together, and without a run nothing is") {
    ArmAsked two;
    two.stream = false;
    two.seed = "1";
    const auto checks = check_live(two, thirty(), {}, thirty());
    REQUIRE(checks.size() == 2);
    CHECK_FALSE(all_live(checks));  // nobody tells of seeds
    CHECK(all_live({checks.front()}) == true);
    CHECK(all_live({{"a", false, ""}, {"b", std::nullopt, ""}, {"c", true, ""}}) == false);
    const auto none = check_live(two, {}, {}, thirty());
    CHECK_FALSE(none.front().live);
    CHECK(none.front().evidence == "no run came back");
    ArmAsked order;
    order.order = "shuffled";
    ArmSeen seen = thirty();
    ArmSeen base = thirty();
    base.order = {"s/a#0", "s/b#0"};
    seen.order = {"s/b#0", "s/a#0"};
    CHECK(only(check_live(order, seen, {}, base)).live == true);
    seen.order = base.order;
    CHECK(only(check_live(order, seen, {}, base)).live == false);
}

}  // namespace kilter
