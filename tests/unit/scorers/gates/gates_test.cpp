#include "scorers/gates/gates.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;

namespace {

// 50 items, 3 runs, everything stored.
EngineSummary row() {
    EngineSummary sum;
    sum.items = 50;
    sum.runs = 3;
    sum.planned = sum.stored = 150;
    sum.measurable = 50;
    sum.points_mean = 95.333333;
    return sum;
}

GateResult only(const Gates& gates, const EngineSummary& sum) {
    const auto results = check_gates(gates, "stock", "main", sum);
    REQUIRE(results.size() == 1);
    CHECK(results[0].engine == "stock");
    CHECK(results[0].suite == "main");
    return results[0];
}

int code(const Gates& gates, const EngineSummary& sum) {
    return exit_code(check_gates(gates, "stock", "main", sum), {&sum});
}

Gates min_points(double limit) {
    Gates gates;
    gates.min_points = limit;
    return gates;
}

Gates max_unstable(long long limit) {
    Gates gates;
    gates.max_unstable = limit;
    return gates;
}

}  // namespace

TEST_CASE("no gates: 0 with all there, 3 with anything missing, failed, unscored or short") {
    CHECK(code({}, row()) == 0);
    CHECK(exit_code({}, {}) == 0);
    for (long long EngineSummary::*field :
         {&EngineSummary::missing, &EngineSummary::failed, &EngineSummary::unscored,
          &EngineSummary::short_items}) {
        EngineSummary sum = row();
        sum.*field = 1;
        CHECK(code({}, sum) == 3);
    }
    const EngineSummary whole = row();
    EngineSummary partial = row();
    partial.missing = 1;
    CHECK(exit_code({}, {&whole, &partial}) == 3);
}

TEST_CASE("min_points") {
    CHECK(only(min_points(97), row()).state == GateState::fails);
    CHECK(only(min_points(97), row()).line == "points 95.33 < min_points 97");
    CHECK(only(min_points(95), row()).line == "points 95.33 >= min_points 95");
    CHECK(code(min_points(97), row()) == 1);
    CHECK(code(min_points(95), row()) == 0);

    EngineSummary exact = row();
    exact.points_mean = 0.1 + 0.2;  // the gate of 0.3 holds
    CHECK(only(min_points(0.3), exact).state == GateState::holds);
    exact.points_mean = 96.9999;  // must not print as 97.00 < 97
    CHECK(only(min_points(97), exact).line == "points 96.9999 < min_points 97");

    EngineSummary unknown = row();
    unknown.points_mean.reset();
    unknown.missing = 3;
    CHECK(only(min_points(0), unknown).state == GateState::inconclusive);
    CHECK(code(min_points(0), unknown) == 3);
}

TEST_CASE("min_points is for the whole suite: of a part it says nothing and decides nothing") {
    EngineSummary part = row();
    part.items = 3;
    part.points_mean = 6;
    Gates gates = min_points(95);
    const auto left = check_gates(gates, "stock", "main", part, {.suite_items = 50});
    REQUIRE(left.size() == 1);
    CHECK(to_word(left[0].state) == "left_out");
    CHECK(left[0].line == "min_points 95 is for the whole suite: left out for 3 of its 50 items");
    CHECK(exit_code(left, {&part}) == 0);
    part.missing = 1;
    CHECK(exit_code(left, {&part}) == 3);
    gates.max_unstable = 0;
    part.unstable = 1;
    CHECK(exit_code(check_gates(gates, "stock", "main", part, {.suite_items = 50}), {&part}) == 1);
    part.items = 50;
    CHECK(check_gates(gates, "stock", "main", part, {.suite_items = 50})[0].state ==
          GateState::fails);
}

TEST_CASE("min_points: what waits for the judge may still lift a row over it") {
    EngineSummary sum = row();
    sum.points_mean = 95;
    const auto with = [&](double limit, double waiting) {
        return check_gates(min_points(limit), "stock", "main", sum,
                           {.suite_items = 50, .points_waiting = waiting})[0];
    };
    CHECK(with(97, 2).state == GateState::inconclusive);
    CHECK(with(97, 2).line == "points 95.00 < min_points 97, but 2 points wait for the judge");
    CHECK(with(97, 1.5).state == GateState::fails);
    CHECK(with(97, 1.5).line == "points 95.00 < min_points 97");
    CHECK(with(95, 5).state == GateState::holds);  // points only go up
}

TEST_CASE("a violated gate fails even with trials missing; one that is not is inconclusive then") {
    EngineSummary sum = row();
    sum.unstable = 1;
    sum.missing = 2;
    CHECK(only(max_unstable(0), sum).state == GateState::fails);
    CHECK(code(max_unstable(0), sum) == 1);
    CHECK(only(max_unstable(1), sum).state == GateState::inconclusive);
    CHECK(only(max_unstable(1), sum).line ==
          "unstable items 1 <= max_unstable 1, but 2 trials missing");
    CHECK(code(max_unstable(1), sum) == 3);
    sum.missing = 0;
    CHECK(only(max_unstable(1), sum).state == GateState::holds);
}

TEST_CASE("value flips and loops") {
    EngineSummary sum = row();
    sum.value_flips = {5, 50};
    sum.loops = {1, 150};
    Gates gates;
    gates.max_value_flips = 4;
    CHECK(only(gates, sum).line == "items with value flips 5 > max_value_flips 4");
    gates.max_value_flips = 5;
    CHECK(only(gates, sum).state == GateState::holds);
    gates = {};
    gates.max_loops = 0;
    CHECK(only(gates, sum).line == "looped runs 1 > max_loops 0");
}

TEST_CASE("too few runs is inconclusive, never a failure") {
    Gates gates;
    gates.min_runs = 5;
    CHECK(only(gates, row()).state == GateState::inconclusive);
    CHECK(only(gates, row()).line == "runs 3 < min_runs 5");
    CHECK(code(gates, row()) == 3);
    gates.min_runs = 3;
    CHECK(code(gates, row()) == 0);
    gates.max_loops = 0;
    EngineSummary looped = row();
    looped.loops = {1, 150};
    gates.min_runs = 5;
    CHECK(code(gates, looped) == 1);  // a failure wins
}

TEST_CASE("one run shows no instability: those gates are inconclusive, the rest hold") {
    EngineSummary sum = row();
    sum.runs = 1;
    sum.planned = sum.stored = 50;
    sum.measurable = 0;
    sum.unmeasurable = 50;
    CHECK(only(max_unstable(0), sum).state == GateState::inconclusive);
    CHECK(code(max_unstable(0), sum) == 3);
    CHECK(code(min_points(95), sum) == 0);
    CHECK(code({}, sum) == 0);
}
