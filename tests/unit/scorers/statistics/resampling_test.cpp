// Sign flips, permuted labels, bootstrap.
#include <cmath>

#include "base/portable_random.hpp"
#include "scorers/statistics/bootstrap.hpp"
#include "scorers/statistics/excess.hpp"
#include "scorers/statistics/sign_flip.hpp"
#include "scorers/statistics/standard_error.hpp"
#include "tests/unit/scorers/statistics/near.hpp"

using namespace kilter;
using namespace kilter::test;

TEST_CASE("sign flips, worked by hand") {
    // 1, 2, 3: only +++ and --- reach 6 of the eight patterns.
    CHECK(sign_flip_test({1, 2, 3})->p == 2.0 / 8);
    CHECK(sign_flip_test({1, 2, 3})->exact);
    // 1, -2, 3: sum 2. Sums of the patterns: 6, 4, 2, 0 and their negatives; 0 is +1+2-3 and its
    // mirror, so 6 of 8 reach 2.
    CHECK(sign_flip_test({1, -2, 3})->p == 6.0 / 8);
    CHECK(sign_flip_test({.5})->p == 1);
    CHECK(sign_flip_test({0, 0})->p == 1);
    CHECK(sign_flip_test({0, 1, 0, 2, 3})->p == 2.0 / 8);  // equal items change nothing
    CHECK_FALSE(sign_flip_test({}));
}

TEST_CASE("sign flips of equal steps are McNemar's test") {
    // Six items all worse by one: 2 / 2^6.
    CHECK(sign_flip_test({1, 1, 1, 1, 1, 1})->p == .03125);
    // Ten against three: as exact McNemar (10,3).
    std::vector<double> split(10, .1);
    split.insert(split.end(), 3, -.1);
    CHECK(sign_flip_test(split)->p == eight(.09228516));
}

TEST_CASE("twenty differing items are exact, twenty-one are drawn") {
    const auto exact = sign_flip_test(std::vector<double>(20, 1));
    CHECK(exact->exact);
    CHECK(exact->p == std::pow(2.0, -19));
    const auto drawn = sign_flip_test(std::vector<double>(21, 1));
    CHECK_FALSE(drawn->exact);
    CHECK(drawn->draws == 10000);
    CHECK(drawn->p == 1.0 / 10001);  // 2^-20 is too rare for the draws; p is never 0
}

TEST_CASE("drawn sign flips come near the exact ones, the same for the same seed") {
    PortableRandom random(3);
    std::vector<double> differences;
    for (int i = 0; i < 20; ++i) differences.push_back(random.unit() - .42);
    const double exact = sign_flip_test(differences)->p;
    // A tiny further item makes it draw and changes hardly anything. 10,000 draws: error below .02.
    differences.push_back(1e-7);
    const auto drawn = sign_flip_test(differences);
    CHECK_FALSE(drawn->exact);
    CHECK(drawn->p == within(exact, .02));
    CHECK(sign_flip_test(differences)->p == drawn->p);
    for (double& one : differences) one = -one;
    CHECK(sign_flip_test(differences)->p == within(exact, .02));
}

TEST_CASE("excess disagreement, worked by hand: A6") {
    CHECK(*cross_disagreement({{3, 0}, {0, 3}}) == 1);
    CHECK(*excess_disagreement({{3, 0}, {0, 3}}) == 1);
    CHECK(*excess_disagreement({{3, 3}}) == 0);
    // A: 2,1; B: 2,1 in the same clusters: d_AB = 1 - 5/9, d_AA = d_BB = 1 - 2/6: E = 4/9 - 2/3 <
    // 0.
    CHECK(*excess_disagreement({{2, 2}, {1, 1}}) == within(-2.0 / 9, 1e-12));
    CHECK(*cross_disagreement({{1, 0}, {0, 1}}) == 1);
    CHECK_FALSE(excess_disagreement({{1, 0}, {0, 3}}));
    CHECK_FALSE(cross_disagreement({{3, 0}}));
    CHECK_FALSE(cross_disagreement({}));
}

TEST_CASE("three against three in one item: p is 2/20, and .1^m over m items: A6") {
    const JointClusters apart = {{3, 0}, {0, 3}};
    double expected = 1;
    std::vector<JointClusters> items;
    for (int m = 1; m <= 13; ++m) {
        items.push_back(apart);
        expected *= .1;
        const auto found = excess_test(items);
        REQUIRE(found);
        CHECK(found->test.exact);
        CHECK(found->test.p == Catch::Approx(expected).epsilon(1e-9));
        CHECK(found->items == m);
        CHECK(found->mean_excess == within(1, 1e-12));
    }
}

TEST_CASE("equal conditions give p = 1, and items with one run a side are left out") {
    CHECK(excess_test({{{3, 3}}, {{5, 5}}})->test.p == within(1, 1e-12));
    const auto found = excess_test({{{3, 0}, {0, 3}}, {{1, 0}, {0, 3}}});
    CHECK(found->items == 1);
    CHECK(found->test.p == within(.1, 1e-12));
    CHECK_FALSE(excess_test({{{1, 0}, {0, 1}}}));
    CHECK_FALSE(excess_test({}));
}

TEST_CASE("labels of many different runs are drawn; the same seed, the same p") {
    JointClusters all_different;
    for (int i = 0; i < 12; ++i) {
        all_different.push_back({1, 0});
        all_different.push_back({0, 1});
    }
    // Every labelling gives the same E, so every draw reaches it.
    CHECK(excess_test({all_different})->test.p == 1);
    // 12 runs alike on each side and 12 all different ones: C(...) is past the exact walk.
    JointClusters apart = {{12, 0}};
    for (int i = 0; i < 16; ++i) apart.push_back({0, 1});
    const auto found = excess_test({apart});
    CHECK_FALSE(found->test.exact);
    CHECK(found->test.p == 1.0 / 10001);
    CHECK(excess_test({apart})->test.p == found->test.p);
}

TEST_CASE("an item of mixed outputs, worked by hand") {
    // 2,1 of A and 1,2 of B in two clusters: d_AB = 1 - 4/9, d_AA = d_BB = 2/3, so E = -1/9. Labels
    // that make a side pure give more, all others the same: every labelling reaches E.
    const auto found = excess_test({{{2, 1}, {1, 2}}});
    CHECK(found->test.exact);
    CHECK(found->test.p == within(1, 1e-12));
    CHECK(found->mean_excess == within(-1.0 / 9, 1e-12));
}

TEST_CASE("bootstrap: no spread gives no width, and the mean lies inside") {
    const auto flat = bootstrap_mean95({2, 2, 2});
    CHECK(flat->low == 2);
    CHECK(flat->high == 2);
    CHECK_FALSE(bootstrap_mean95({1}));
    CHECK_FALSE(bootstrap_mean95({}));
    // 60 items, rate 1/4: the error is sqrt(.1875/60) = .0559, so the interval is about
    // .25 +- 1.96 x .0559 = .140 to .360 (steps of 1/60, 2,000 draws).
    std::vector<double> values(60, 0);
    for (std::size_t i = 0; i < 15; ++i) values[i] = 1;
    const auto found = bootstrap_mean95(values);
    CHECK(found->low == within(.140, .02));
    CHECK(found->high == within(.360, .02));
    const auto again = bootstrap_mean95(values);
    CHECK((again->low == found->low && again->high == found->high));
    CHECK(bootstrap_mean95(values, 1)->low == within(found->low, .03));
}

TEST_CASE("bootstrap draws items, not runs, and leaves undefined draws out") {
    // A rate over measurable items only: item 0 is not measurable.
    const auto of_measurable = [](const std::vector<std::size_t>& drawn) -> std::optional<double> {
        CHECK(drawn.size() == 30);
        int of = 0, hits = 0;
        for (const std::size_t item : drawn) {
            if (item == 0) continue;
            ++of;
            if (item % 2 == 0) ++hits;
        }
        if (of == 0) return std::nullopt;
        return static_cast<double>(hits) / of;
    };
    const auto found = cluster_bootstrap95(30, of_measurable);
    REQUIRE(found);
    CHECK((found->low > .2 && found->low < .5 && found->high > .5 && found->high < .8));
    // Of two items, a quarter of the draws miss the second: too many undefined.
    CHECK_FALSE(cluster_bootstrap95(2, [](const auto& drawn) -> std::optional<double> {
        if (drawn[0] == 0 && drawn[1] == 0) return std::nullopt;
        return 1;
    }));
}
