#include "scorers/statistics/repeated_success.hpp"

#include "tests/unit/scorers/statistics/near.hpp"

using namespace kilter;
using namespace kilter::test;

TEST_CASE("pass@k and pass^k: vectors A4 and 5I") {
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
}

TEST_CASE("the plug-in power is too high where pass^k is not: vectors 2.3") {
    // .9^10 = .3487 and (2/3)^3 = .2963, yet no ten of these ten and no three of these three are
    // right.
    CHECK(*pass_hat_k(10, 9, 10) == 0);
    CHECK(*pass_hat_k(3, 2, 3) == 0);
}

TEST_CASE("G-Pass@k: vectors A4") {
    CHECK(*g_pass_at_k(10, 7, 5, {1, 2}) == six(11.0 / 12));
    CHECK(*g_pass_at_k(10, 7, 5, {3, 4}) == six(1.0 / 2));
    CHECK(*g_pass_at_k(16, 12, 8, {3, 4}) == six(93.0 / 130));
}

TEST_CASE("G-Pass@k and mG-Pass@k: vectors 5I") {
    struct Case {
        int n, c, k;
        double at0, at25, at50, at75, at100, mean;
    };
    const Case cases[] = {
        {4, 2, 2, .833333, .833333, .833333, .166667, .166667, .166667},
        {8, 4, 5, 1, .928571, .5, .071429, 0, .028571},
    };
    for (const Case& c : cases) {
        INFO("n " << c.n << " c " << c.c << " k " << c.k);
        CHECK(*g_pass_at_k(c.n, c.c, c.k, *exact_share("0")) == six(c.at0));
        CHECK(*g_pass_at_k(c.n, c.c, c.k, *exact_share("0.25")) == six(c.at25));
        CHECK(*g_pass_at_k(c.n, c.c, c.k, *exact_share("0.5")) == six(c.at50));
        CHECK(*g_pass_at_k(c.n, c.c, c.k, *exact_share("0.75")) == six(c.at75));
        CHECK(*g_pass_at_k(c.n, c.c, c.k, *exact_share("1")) == six(c.at100));
        CHECK(*mg_pass_at_k(c.n, c.c, c.k) == six(c.mean));
    }
    CHECK(*g_pass_at_k(2, 1, 1, {1, 2}) == six(.5));
    CHECK(*mg_pass_at_k(2, 1, 1) == 0);
    CHECK(*mg_pass_at_k(1, 1, 1) == 0);  // the trap of k = 1
    CHECK(*mg_pass_at_k(4, 4, 4) == 1);
}

TEST_CASE("G-Pass@k lies between pass@k and pass^k and falls with the share") {
    for (int n = 1; n <= 9; ++n)
        for (int c = 0; c <= n; ++c)
            for (int k = 1; k <= n; ++k) {
                INFO("n " << n << " c " << c << " k " << k);
                double before = *pass_at_k(n, c, k);
                CHECK(*g_pass_at_k(n, c, k, {0, 1}) == within(before, 1e-12));
                for (int step = 1; step <= 20; ++step) {
                    const double now = *g_pass_at_k(n, c, k, {step, 20});
                    CHECK((now <= before + 1e-12 && now >= 0));
                    before = now;
                }
                CHECK(before == within(*pass_hat_k(n, c, k), 1e-12));
            }
}

TEST_CASE("the least number of right runs is rounded up exactly") {
    // 0.7 x 10 is 7.000000000000001 for some roundings of 0.7, which would ask for 8 of 10.
    CHECK(*g_pass_at_k(10, 7, 10, *exact_share("0.7")) == 1);
    CHECK(*g_pass_at_k(10, 6, 10, *exact_share("0.7")) == 0);
    CHECK(*g_pass_at_k(100, 29, 100, *exact_share("0.29")) == 1);
    CHECK(*g_pass_at_k(9, 3, 9, *exact_share("1/3")) == 1);
    CHECK(*g_pass_at_k(9, 3, 9, *exact_share("0.334")) == 0);
}

TEST_CASE("shares as people write them") {
    CHECK(exact_share("0.75")->numerator == 75);
    CHECK(exact_share("0.75")->denominator == 100);
    CHECK(exact_share("1.000")->numerator == 1000);
    CHECK(exact_share("3/4")->denominator == 4);
    for (const char* word : {"", ".", "1.1", "-0.5", "2", "1/0", "5/4", "0.5x", "x", "0.", "/",
                             "1/2/3", "1.0/2", "0.0000000001", "0.-5", "+1", "1e-1"}) {
        INFO(word);
        CHECK_FALSE(exact_share(word));
    }
}

TEST_CASE("fewer runs than k, or more right than runs, is undefined") {
    CHECK_FALSE(pass_at_k(2, 1, 3));
    CHECK_FALSE(pass_hat_k(2, 1, 3));
    CHECK_FALSE(pass_at_k(2, 1, 0));
    CHECK_FALSE(pass_at_k(2, 3, 1));
    CHECK_FALSE(g_pass_at_k(2, 1, 3, {1, 2}));
    CHECK_FALSE(g_pass_at_k(3, 1, 3, {3, 2}));
    CHECK_FALSE(mg_pass_at_k(0, 0, 1));
}
