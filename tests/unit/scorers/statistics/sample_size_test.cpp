#include "scorers/statistics/sample_size.hpp"

#include <cmath>
#include <limits>

#include "tests/unit/scorers/statistics/near.hpp"

using namespace kilter;
using namespace kilter::test;

TEST_CASE("power of Fisher's test by enumeration: C3") {
    CHECK(*fisher_power(.025, 40, .225, 40) == four(.7188));
    CHECK(*fisher_power(.025, 50, .225, 50) == four(.8310));
    CHECK(*fisher_power(.13, 40, .225, 40) == four(.1359));
    CHECK(*fisher_power(.025, 40, .13, 40) == four(.2187));
    CHECK(*fisher_power(0, 50, .10, 50) == four(.3839));
    CHECK(*fisher_power(0, 50, .26, 50) == four(.9954));
    CHECK(*fisher_power(.05, 40, .05, 40) == within(.004, 5.1e-4));  // the actual size
}

TEST_CASE("items per arm by Fisher's test, 80 %: C3") {
    CHECK(*fisher_items_per_arm(.025, .225, .8) == 46);
    // C3 steps by ten and finds that 80 and 30 are enough; the smallest are 78 (power .8042; 77
    // gives .7941) and 29 (.8036; 28 gives .7737), by adding up all tables in exact integers.
    CHECK(*fisher_power(0, 80, .10, 80) >= .8);
    CHECK(*fisher_power(0, 30, .26, 30) >= .8);
    CHECK(*fisher_items_per_arm(0, .10, .8) == 78);
    CHECK(*fisher_items_per_arm(0, .26, .8) == 29);
    // The saw: 47 falls short again.
    CHECK(*fisher_power(.025, 46, .225, 46) == four(.8103));
    CHECK(*fisher_power(.025, 47, .225, 47) == four(.7957));
    CHECK(*fisher_items_per_arm(.225, .025, .8) == 46);
}

TEST_CASE("items per arm by the pooled-variance formula, 80 %: C3 and 5C") {
    CHECK(*pooled_items_per_arm(.13, .225, .8) == within(252.8, .06));
    CHECK(*pooled_items_per_arm(.025, .225, .8) == within(41.7, .06));
    CHECK(*pooled_items_per_arm(.26, .13, .8) == within(144.6, .06));
    CHECK(*pooled_items_per_arm(.10, .05, .8) == within(434.4, .06));
    CHECK(std::ceil(*pooled_items_per_arm(.025, .13, .8)) == 101);
    CHECK(std::ceil(*pooled_items_per_arm(.10, .15, .8)) == 686);
}

TEST_CASE(
    "the smallest rate that 40 items per arm show with 80 %, up to the next half percent: C3") {
    struct Case {
        double from, to;
    };
    const Case cases[] = {{0, .195}, {.025, .25}, {.05, .295}, {.10, .38}, {.20, .52}};
    for (const Case& c : cases) {
        INFO(c.from);
        const double found = *smallest_rate_shown(c.from, 40, .8);
        CHECK(std::ceil(found * 200) / 200 == within(c.to, 1e-9));
        CHECK(*fisher_power(c.from, 40, found, 40) == within(.8, 1e-6));
    }
}

TEST_CASE("items for a difference of means: vector 5C") {
    MeanComparison known{1.0 / 9, 1.0 / 6, 1.0 / 6, 1, 1};
    CHECK(*items_for_difference(known, .03, .8) == within(3876, .5));
    known.runs_a = known.runs_b = 10;
    CHECK(*items_for_difference(known, .03, .8) == within(1260, .5));
    known.runs_a = known.runs_b = std::numeric_limits<double>::infinity();
    CHECK(*items_for_difference(known, .03, .8) == within(969, .5));
    known.runs_a = 0;
    CHECK_FALSE(items_for_difference(known, .03, .8));
    CHECK_FALSE(items_for_difference(MeanComparison{}, 0, .8));
}

TEST_CASE("the search starts low enough: no smaller arm reaches the power") {
    for (const double a : {0.0, .02, .1, .3, .5})
        for (const double b : {.25, .4, .6, .9, 1.0}) {
            if (a + .15 > b) continue;
            for (const double power : {.5, .8, .95}) {
                INFO(a << " v " << b << " at " << power);
                const auto found = fisher_items_per_arm(a, b, power);
                REQUIRE(found);
                for (long long n = 1; n < *found; ++n) REQUIRE(*fisher_power(a, n, b, n) < power);
            }
        }
}

TEST_CASE("power is a probability, symmetric, and grows with the distance") {
    for (const double a : {0.0, .1, .5})
        for (const long long n : {1, 5, 20}) {
            double before = *fisher_power(a, n, a, n);
            CHECK(before <= .05 + 1e-12);
            for (const double step : {.1, .2, .3, .4, .5}) {
                const double power = *fisher_power(a, n, a + step, n);
                CHECK((power >= before - 1e-12 && power <= 1));
                CHECK(power == within(*fisher_power(a + step, n, a, n), 1e-12));
                before = power;
            }
        }
}

TEST_CASE("what needs no items, too many or none is undefined") {
    CHECK_FALSE(fisher_items_per_arm(.1, .1, .8));
    CHECK_FALSE(pooled_items_per_arm(.1, .1, .8));
    CHECK_FALSE(pooled_items_per_arm(.1, 1.1, .8));
    CHECK_FALSE(fisher_items_per_arm(.10, .101, .8));  // some millions
    CHECK_FALSE(smallest_rate_shown(0, 3, .8));        // 3 against 0 of 3 is p = .1
    CHECK_FALSE(smallest_rate_shown(1, 50, .8));
    CHECK_FALSE(fisher_power(.1, 0, .2, 5));
    CHECK_FALSE(fisher_power(-.1, 5, .2, 5));
}
