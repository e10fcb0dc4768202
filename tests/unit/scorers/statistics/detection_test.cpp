#include "scorers/statistics/detection.hpp"

#include "tests/unit/scorers/statistics/near.hpp"

using namespace kilter;
using namespace kilter::test;

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

TEST_CASE("detection power: vectors 5C, by the share of the usual output") {
    CHECK(detection_power(.1, 2) == four(.18));
    CHECK(detection_power(.1, 3) == four(.27));
    CHECK(detection_power(.1, 5) == four(.4095));
    CHECK(detection_power(.1, 8) == four(.5695));
    CHECK(detection_power(.1, 10) == four(.6513));
    CHECK(detection_power(.1, 16) == four(.8147));
    CHECK(detection_power(.01, 3) == four(.0297));
}

TEST_CASE("runs that see a rate with 95 %: C3 and 5C") {
    struct Case {
        double rate;
        long long runs;
    };
    const Case cases[] = {{.5, 5}, {.3, 9}, {.2, 14}, {.1, 29}, {.05, 59}, {.025, 119}, {.01, 299}};
    for (const Case& c : cases) {
        INFO(c.rate);
        CHECK(*runs_to_see(c.rate, .95) == c.runs);
    }
    CHECK(*runs_to_see(.5, .75) == 2);  // exactly: 1 - 1/4
    CHECK(*runs_to_see(.9, .5) == 1);
}

TEST_CASE("runs that show a two-output item to differ with 95 %: C3") {
    struct Case {
        double share;
        long long runs;
    };
    const Case cases[] = {{.5, 6}, {.3, 9}, {.2, 14}, {.1, 29}, {.05, 59}};
    for (const Case& c : cases) {
        INFO(c.share);
        CHECK(*runs_to_differ(c.share, .95) == c.runs);
    }
    CHECK(*runs_to_differ(.5, .5) == 2);  // two runs differ half of the time
}

TEST_CASE("a clean 65 at the rate of 2 in 150 and of 1 in 150: claim G2") {
    CHECK(1 - probability_seen(2.0 / 150, 65) == within(.418, 5.1e-4));
    CHECK(1 - probability_seen(1.0 / 150, 65) == within(.647, 5.1e-4));
}

TEST_CASE("bounds of the agreement of all runs: C3") {
    struct Case {
        double agreement;
        long long k;
        double low, high;
    };
    const Case cases[] = {
        {.9, 3, .81, .8538},    {.9, 5, .6561, .7684}, {.9, 10, .3874, .5905},
        {.9, 16, .2059, .4305}, {.5, 3, .25, .3536},   {.5, 10, .0020, .0312},
    };
    for (const Case& c : cases) {
        INFO(c.agreement << " at " << c.k);
        const auto bounds = all_agree_bounds(c.agreement, c.k);
        CHECK(bounds->low == four(c.low));
        CHECK(bounds->high == within(c.high, 6e-5));
    }
    CHECK(all_agree_bounds(.7, 2)->low == all_agree_bounds(.7, 2)->high);
    CHECK_FALSE(all_agree_bounds(.5, 1));
    CHECK_FALSE(all_agree_bounds(1.1, 3));
}

TEST_CASE("the rarer output's share from the agreement of two runs, and back") {
    for (const double share : {0.0, .01, .1, .25, .5}) {
        const double agreement = share * share + (1 - share) * (1 - share);
        CHECK(*minority_share_of(agreement) == within(share, 1e-8));
        // The two-output item lies inside the bounds.
        for (const long long k : {2, 3, 10}) {
            const auto bounds = all_agree_bounds(agreement, k);
            const double all = 1 - detection_power(share, k);
            CHECK((bounds->low <= all + 1e-12 && all <= bounds->high + 1e-12));
        }
    }
    CHECK_FALSE(minority_share_of(.49));
    CHECK_FALSE(minority_share_of(1.01));
}

TEST_CASE("the smallest share that K shows") {
    // At K = 3 the power is 3q(1-q), at most 3/4: one half is reached at q = (1 - sqrt(1/3)) / 2.
    CHECK(*smallest_share_shown(3, .5) == within(.2113249, 1e-7));
    CHECK(*smallest_share_shown(3, .75) == within(.5, 1e-4));
    CHECK_FALSE(smallest_share_shown(3, .8));
    CHECK_FALSE(smallest_share_shown(1, .1));
    for (const long long k : {5, 10, 29, 59})
        CHECK(detection_power(*smallest_share_shown(k, .9), k) == within(.9, 1e-9));
}

TEST_CASE("detection rises with runs and with the share, and stays a probability") {
    for (const double share : {1e-9, .001, .1, .4, .5})
        for (long long k = 2; k < 60; ++k) {
            CHECK(detection_power(share, k) <= detection_power(share, k + 1));
            CHECK((detection_power(share, k) >= 0 && detection_power(share, k) <= 1));
            CHECK(detection_power(share / 2, k) < detection_power(share, k));
        }
    CHECK(detection_power(0, 9) == 0);
    CHECK(detection_power(1, 9) == 0);
    CHECK(detection_power(1e-9, 2) == within(2e-9, 1e-15));
}

TEST_CASE("what cannot be planned is undefined") {
    for (const double bad : {0.0, 1.0, -.1, 1.5}) {
        CHECK_FALSE(runs_to_see(bad, .95));
        CHECK_FALSE(runs_to_see(.1, bad));
        CHECK_FALSE(runs_to_differ(bad, .95));
    }
    CHECK_FALSE(runs_to_differ(.51, .95));
    CHECK(probability_seen(0, 5) == 0);
    CHECK(probability_seen(1, 5) == 1);
    CHECK(probability_seen(.5, 0) == 0);
}
