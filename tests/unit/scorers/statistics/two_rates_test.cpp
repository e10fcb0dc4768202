// Fisher, Boschloo, McNemar: tests of two rates.
#include <boost/math/distributions/hypergeometric.hpp>

#include "scorers/statistics/boschloo.hpp"
#include "scorers/statistics/fisher.hpp"
#include "scorers/statistics/mcnemar.hpp"
#include "scorers/statistics/probability_row.hpp"
#include "tests/unit/scorers/statistics/near.hpp"

using namespace kilter;
using namespace kilter::test;

TEST_CASE("Fisher, two-sided: vectors C2") {
    struct Case {
        long long x_a, n_a, x_b, n_b;
        double p;
    };
    const Case cases[] = {
        {1, 40, 9, 40, .01431554}, {5, 40, 9, 40, .37807264}, {13, 50, 0, 50, .00009981},
        {5, 50, 0, 50, .05628449}, {6, 50, 0, 50, .02666108}, {1, 50, 0, 50, 1},
        {3, 16, 9, 16, .06589286}, {8, 10, 1, 6, .03496503},
    };
    for (const Case& c : cases) {
        INFO(c.x_a << "/" << c.n_a << " v " << c.x_b << "/" << c.n_b);
        CHECK(*fisher_exact(c.x_a, c.n_a, c.x_b, c.n_b) == eight(c.p));
        CHECK(*fisher_exact(c.x_b, c.n_b, c.x_a, c.n_a) == eight(c.p));
    }
}

TEST_CASE("Fisher, two-sided: vectors 5B") {
    CHECK(*fisher_exact(13, 50, 0, 50) == within(9.981e-5, 5e-9));
    CHECK(*fisher_exact(1, 40, 9, 40) == within(.01432, 5e-6));
    CHECK(*fisher_exact(5, 40, 9, 40) == four(.3781));
    CHECK(*fisher_exact(1, 40, 5, 40) == four(.2007));
    CHECK(*fisher_exact(0, 8, 5, 8) == within(.02564, 5e-6));
    CHECK(*fisher_exact(3, 3, 0, 10) == within(.003497, 5e-7));
    CHECK(*fisher_exact(0, 65, 2, 150) == within(1, 1e-12));
    CHECK(*fisher_exact(13, 13, 0, 13) == within(1.923e-7, 5e-11));
}

TEST_CASE("Fisher agrees with the distribution of Boost.Math on every small table") {
    for (unsigned n_a = 1; n_a <= 9; ++n_a)
        for (unsigned n_b = 1; n_b <= 7; ++n_b)
            for (unsigned hits = 0; hits <= n_a + n_b; ++hits) {
                const boost::math::hypergeometric_distribution<double> reference{hits, n_a,
                                                                                 n_a + n_b};
                const ProbabilityRow row = hypergeometric_row(n_a, n_b, hits);
                for (long long x = row.first; x <= row.last(); ++x)
                    CHECK(row.at(x) == within(boost::math::pdf(reference, x), 1e-13));
            }
}

TEST_CASE("Fisher is a probability, symmetric in the arms and in hit and miss") {
    for (long long x = 0; x <= 12; ++x)
        for (long long y = 0; y <= 9; ++y) {
            const double p = *fisher_exact(x, 12, y, 9);
            CHECK((p > 0 && p <= 1));
            CHECK(p == within(*fisher_exact(y, 9, x, 12), 1e-12));
            CHECK(p == within(*fisher_exact(12 - x, 12, 9 - y, 9), 1e-12));
        }
    // Against 0 of 9, more hits are never less significant.
    for (long long x = 1; x <= 12; ++x)
        CHECK(*fisher_exact(x, 12, 0, 9) <= *fisher_exact(x - 1, 12, 0, 9) + 1e-12);
}

TEST_CASE("the significant region is where p is at most alpha") {
    for (const double alpha : {.01, .05, .3})
        for (long long hits = 0; hits <= 21; ++hits) {
            const FisherRegion region = fisher_region(12, 9, hits, alpha);
            for (long long x = std::max(0LL, hits - 9); x <= std::min(12LL, hits); ++x) {
                INFO(x << " of " << hits << " at " << alpha);
                const bool inside = x <= region.low || x >= region.high;
                CHECK(inside == (*fisher_exact(x, 12, hits - x, 9) <= alpha));
            }
        }
}

TEST_CASE("Fisher of nothing, and of more hits than items, is undefined") {
    CHECK_FALSE(fisher_exact(0, 0, 0, 5));
    CHECK_FALSE(fisher_exact(0, 5, 0, 0));
    CHECK_FALSE(fisher_exact(6, 5, 0, 5));
    CHECK_FALSE(fisher_exact(0, 5, -1, 5));
    CHECK(*fisher_exact(0, 5, 0, 7) == 1);
    CHECK(*fisher_exact(5, 5, 7, 7) == 1);
}

TEST_CASE("the fewest hits that differ from none: C3") {
    CHECK(*fewest_against_zero(50) == 6);
    CHECK(*fewest_against_zero(4) == 4);  // 2 / C(8, 4) = .0286
    CHECK_FALSE(fewest_against_zero(3));  // 2 / C(6, 3) = .1
    CHECK_FALSE(fewest_against_zero(0));
}

TEST_CASE("Boschloo: vectors C2") {
    CHECK(*boschloo(1, 40, 9, 40) == six(.009684));
    CHECK(*boschloo(5, 40, 9, 40) == six(.314307));
    CHECK(*boschloo(5, 50, 0, 50) == six(.035210));
    CHECK(*boschloo(8, 10, 1, 6) == six(.022491));
}

TEST_CASE("Boschloo is never above Fisher and symmetric in the arms") {
    for (long long x = 0; x <= 5; ++x)
        for (long long y = 0; y <= 3; ++y) {
            const double p = *boschloo(x, 5, y, 3);
            CHECK((p > 0 && p <= *fisher_exact(x, 5, y, 3) + 1e-12));
            CHECK(p == within(*boschloo(y, 3, x, 5), 1e-9));
        }
    CHECK_FALSE(boschloo(0, 0, 0, 5));
    CHECK_FALSE(boschloo(0, k_boschloo_largest_arm + 1, 0, 5));
}

TEST_CASE("McNemar: vectors C2") {
    struct Case {
        long long b, c;
        double p;
    };
    const Case cases[] = {{13, 0, .00024414}, {6, 0, .03125}, {5, 1, .21875}, {4, 0, .125},
                          {10, 3, .09228516}, {7, 7, 1},      {1, 0, 1},      {0, 0, 1}};
    for (const Case& one : cases) {
        INFO(one.b << ":" << one.c);
        CHECK(mcnemar(one.b, one.c)->p == eight(one.p));
        CHECK(mcnemar(one.c, one.b)->p == eight(one.p));
    }
    CHECK(mcnemar(13, 0)->mid_p == eight(.00012207));
    CHECK(mcnemar(10, 3)->mid_p == eight(.05737305));
    CHECK(mcnemar(7, 7)->mid_p == eight(1));
    CHECK(mcnemar(13, 0)->p == within(2.441e-4, 5e-8));  // 5B
    CHECK_FALSE(mcnemar(-1, 0));
}

TEST_CASE("fewer than six changed items cannot reach .05, six can") {
    for (long long changed = 0; changed < k_fewest_discordant; ++changed)
        CHECK(mcnemar(changed, 0)->p > .05);
    CHECK(mcnemar(k_fewest_discordant, 0)->p < .05);
}

TEST_CASE("McNemar's mid-p is never above p; a more even split is never more significant") {
    for (long long n = 1; n <= 40; ++n)
        for (long long b = 0; 2 * b <= n; ++b) {
            const auto test = mcnemar(b, n - b);
            CHECK((test->p > 0 && test->p <= 1 && test->mid_p <= test->p && test->mid_p > 0));
            if (b > 0) CHECK(mcnemar(b - 1, n - b + 1)->p <= test->p);
        }
}
