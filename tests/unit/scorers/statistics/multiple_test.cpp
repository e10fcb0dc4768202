#include "scorers/statistics/multiple.hpp"

#include "base/portable_random.hpp"
#include "scorers/statistics/fisher.hpp"
#include "tests/unit/scorers/statistics/near.hpp"

using namespace kilter;
using namespace kilter::test;

TEST_CASE("Holm and Benjamini-Hochberg: vector C2") {
    const std::vector<double> p = {.01, .04, .03, .005};
    const std::vector<double> holm_expected = {.03, .06, .06, .02};
    const std::vector<double> bh_expected = {.02, .04, .04, .02};
    for (std::size_t i = 0; i < p.size(); ++i) {
        CHECK(holm(p)[i] == within(holm_expected[i], 1e-12));
        CHECK(benjamini_hochberg(p)[i] == within(bh_expected[i], 1e-12));
    }
}

TEST_CASE("one pair chosen from six: 1/40 against 9/40 is .086 by Holm: C2") {
    const std::vector<double> six_pairs = {*fisher_exact(1, 40, 9, 40), .4, .5, .6, .7, .8};
    CHECK(holm(six_pairs)[0] == within(.086, 5e-4));
}

TEST_CASE("none and one are left as they are") {
    CHECK(holm({}).empty());
    CHECK(benjamini_hochberg({}).empty());
    CHECK(holm({.2}) == std::vector<double>{.2});
    CHECK(benjamini_hochberg({.2}) == std::vector<double>{.2});
    CHECK(holm({.6, .6, 1}) == std::vector<double>{1, 1, 1});
}

TEST_CASE("adjusted values keep the order, never shrink, and Holm is never below BH") {
    PortableRandom random(11);
    for (int round = 0; round < 50; ++round) {
        std::vector<double> p(static_cast<std::size_t>(random.below(12)) + 1);
        for (double& one : p) one = random.unit();
        const auto strict = holm(p), screen = benjamini_hochberg(p);
        for (std::size_t i = 0; i < p.size(); ++i) {
            CHECK((p[i] <= screen[i] && screen[i] <= strict[i] + 1e-12 && strict[i] <= 1));
            for (std::size_t j = 0; j < p.size(); ++j)
                if (p[i] <= p[j]) CHECK((strict[i] <= strict[j] && screen[i] <= screen[j]));
        }
    }
}
