#include "scorers/statistics/intervals.hpp"

#include <catch2/catch_all.hpp>
#include <string>

using namespace kilter;
using Catch::Approx;

namespace {

Approx six(double value) {
    return Approx(value).margin(5.1e-7).epsilon(0);
}
Approx four(double value) {
    return Approx(value).margin(5.1e-5).epsilon(0);
}

}  // namespace

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

TEST_CASE("detection power: table C3") {
    struct Case {
        double share;
        double at2, at3, at5, at10, at16;
    };
    const Case cases[] = {
        {.5, .5, .75, .9375, .9980, 1.0},          {.2, .32, .48, .672, .8926, .9719},
        {.1, .18, .27, .4095, .6513, .8147},       {.05, .095, .1425, .2262, .4013, .5599},
        {.025, .0488, .0731, .1189, .2237, .3331},
    };
    for (const Case& c : cases) {
        INFO(c.share);
        CHECK(detection_power(c.share, 2) == four(c.at2));
        CHECK(detection_power(c.share, 3) == four(c.at3));
        CHECK(detection_power(c.share, 5) == four(c.at5));
        CHECK(detection_power(c.share, 10) == four(c.at10));
        CHECK(detection_power(c.share, 16) == four(c.at16));
        CHECK(detection_power(c.share, 1) == 0);
    }
}

TEST_CASE("pass@k and pass^k: vectors A4 and prior-art I") {
    struct Case {
        int n, c, k;
        double at, hat;
    };
    const Case cases[] = {
        {3, 1, 2, 2.0 / 3, 0},   {3, 2, 2, 1, 1.0 / 3},    {5, 4, 3, 1, 2.0 / 5},
        {10, 7, 5, 1, 1.0 / 12}, {16, 12, 8, 1, 1.0 / 26}, {4, 2, 2, .833333, .166667},
        {8, 4, 5, 1, 0},         {2, 1, 1, .5, .5},        {3, 0, 3, 0, 0},
        {3, 3, 3, 1, 1},         {1, 1, 1, 1, 1},
    };
    for (const Case& c : cases) {
        INFO("n " << c.n << " c " << c.c << " k " << c.k);
        CHECK(pass_at_k(c.n, c.c, c.k).value() == six(c.at));
        CHECK(pass_hat_k(c.n, c.c, c.k).value() == six(c.hat));
    }
    CHECK_FALSE(pass_at_k(2, 1, 3));
    CHECK_FALSE(pass_hat_k(2, 1, 3));
    CHECK_FALSE(pass_at_k(2, 1, 0));
}
