#include "scorers/statistics/intervals.hpp"

#include <catch2/catch_all.hpp>

#include "tests/unit/scorers/statistics/near.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Approx;

TEST_CASE("Wilson and Clopper-Pearson: table C1") {
    struct Case {
        long long x, n;
        double wilson_low, wilson_high, exact_low, exact_high;
    };
    const Case cases[] = {
        {0, 50, 0, .071348, 0, .071122},
        {13, 50, .158715, .395532, .146301, .403448},
        {5, 50, .043476, .213602, .033275, .218135},
        {1, 40, .004427, .128814, .000633, .131586},
        {9, 40, .123161, .375031, .108397, .384512},
        {0, 40, 0, .087622, 0, .088097},
        {0, 65, 0, .055802, 0, .055172},
        {1, 150, .001178, .036793, .000169, .036583},
        {3, 3, .438503, 1, .292402, 1},
        {0, 1, 0, .793451, 0, .975},
        {50, 50, .928652, 1, .928878, 1},
    };
    for (const Case& c : cases) {
        INFO(c.x << "/" << c.n);
        const auto wilson = wilson95(c.x, c.n);
        const auto exact = clopper_pearson95(c.x, c.n);
        REQUIRE(wilson);
        REQUIRE(exact);
        CHECK(wilson->low == six(c.wilson_low));
        CHECK(wilson->high == six(c.wilson_high));
        CHECK(exact->low == six(c.exact_low));
        CHECK(exact->high == six(c.exact_high));
    }
}

TEST_CASE("the ends at none and at all are exact, and of nothing there is no interval") {
    CHECK(wilson95(0, 50)->low == 0.0);
    CHECK(wilson95(50, 50)->high == 1.0);
    CHECK(clopper_pearson95(0, 50)->low == 0.0);
    CHECK(clopper_pearson95(50, 50)->high == 1.0);
    CHECK_FALSE(wilson95(0, 0));
    CHECK_FALSE(clopper_pearson95(0, 0));
}

TEST_CASE("t interval of item means: vector C4") {
    // Means 1, 2/3, 0, 2/3, 1: mean .666667, SE .182574; t(.975, 4) = 2.776445.
    const auto found = t95({1, 2.0 / 3, 0, 2.0 / 3, 1});
    REQUIRE(found);
    CHECK(found->low == Approx(.666667 - 2.776445 * .182574).margin(2e-6));
    CHECK(found->high == Approx(.666667 + 2.776445 * .182574).margin(2e-6));
    CHECK(t95({3, 3, 3})->low == 3.0);
    CHECK(t95({3, 3, 3})->high == 3.0);
    CHECK_FALSE(t95({1}));
    CHECK_FALSE(t95({}));
}

TEST_CASE("Wilson and Clopper-Pearson: table 5A") {
    struct Case {
        long long x, n;
        double wilson_low, wilson_high, exact_low, exact_high;
    };
    const Case cases[] = {
        {13, 50, .1587, .3955, .1463, .4034}, {0, 40, 0, .0876, 0, .0881},
        {5, 50, .0435, .2136, .0333, .2181},  {11, 40, .1611, .4283, .1460, .4389},
        {1, 50, .0035, .1050, .0005, .1065},  {3, 5, .2307, .8824, .1466, .9473},
        {0, 50, 0, .0713, 0, .0711},          {1, 40, .0044, .1288, .0006, .1316},
        {5, 13, .1771, .6448, .1386, .6842},  {9, 40, .1232, .3750, .1084, .3845},
        {12, 13, .6669, .9863, .6397, .9981}, {0, 13, 0, .2281, 0, .2471},
        {0, 65, 0, .0558, 0, .0552},          {10, 10, .7225, 1, .6915, 1},
        {2, 150, .0037, .0473, .0016, .0473}, {18, 40, .3071, .6017, .2926, .6151},
    };
    for (const Case& c : cases) {
        INFO(c.x << "/" << c.n);
        CHECK(wilson95(c.x, c.n)->low == four(c.wilson_low));
        CHECK(wilson95(c.x, c.n)->high == four(c.wilson_high));
        CHECK(clopper_pearson95(c.x, c.n)->low == four(c.exact_low));
        CHECK(clopper_pearson95(c.x, c.n)->high == four(c.exact_high));
    }
}

TEST_CASE("Jeffreys and the one-sided bounds of a zero: table C1") {
    CHECK(jeffreys95(13, 50)->low == six(.154267));
    CHECK(jeffreys95(13, 50)->high == six(.392608));
    CHECK(jeffreys95(0, 50)->low == 0);
    CHECK(jeffreys95(50, 50)->high == 1);
    CHECK(*zero_bound_one_sided95(50) == six(.058155));
    CHECK(*zero_bound_one_sided95(40) == six(.072158));
    CHECK(*zero_bound_one_sided95(65) == six(.045042));
    CHECK(*rule_of_three(50) == six(.06));
    CHECK(*rule_of_three(2) == 1);
    CHECK_FALSE(jeffreys95(0, 0));
    CHECK_FALSE(zero_bound_one_sided95(0));
    CHECK_FALSE(rule_of_three(0));
}

TEST_CASE("intervals hold the rate, mirror, and rise with the count") {
    for (const auto interval : {wilson95, clopper_pearson95, jeffreys95})
        for (const long long n : {1, 2, 7, 50, 1000})
            for (long long x = 0; x <= n; x += n < 50 ? 1 : 10) {
                INFO(x << "/" << n);
                const auto one = interval(x, n);
                const auto mirror = interval(n - x, n);
                const double rate = static_cast<double>(x) / static_cast<double>(n);
                CHECK((one->low >= 0 && one->low <= rate && rate <= one->high && one->high <= 1));
                CHECK(one->low == Approx(1 - mirror->high).margin(1e-12));
                if (x < n) CHECK(one->high <= interval(x + 1, n)->high);
            }
}

TEST_CASE("a count outside of its total has no interval") {
    for (const auto interval : {wilson95, clopper_pearson95, jeffreys95}) {
        CHECK_FALSE(interval(-1, 5));
        CHECK_FALSE(interval(6, 5));
        CHECK_FALSE(interval(0, -1));
    }
}
