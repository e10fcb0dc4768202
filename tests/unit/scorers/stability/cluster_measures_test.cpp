#include "scorers/stability/cluster_measures.hpp"

#include <catch2/catch_all.hpp>
#include <cstdint>

#include "scorers/stability/clusters.hpp"

using namespace kilter;
using Catch::Approx;

namespace {

std::vector<int> ones(int count) {
    return std::vector<int>(static_cast<std::size_t>(count), 1);
}

// Figures of the table are rounded to so many digits.
Approx to(double value, double digit) {
    return Approx(value).margin(digit * 0.51).epsilon(0);
}

}  // namespace

TEST_CASE("prior-art 5D: every row") {
    struct Case {
        std::string name;
        std::vector<int> sizes;
        int runs, distinct;
        double modal, disagreement, shannon, simpson, coverage, chao1;
    };
    const Case cases[] = {
        {"6,2,2,1x6", {6, 2, 2, 1, 1, 1, 1, 1, 1}, 16, 9, .3750, .858333, 6.8716, 5.12, .625, 14},
        {"14,1,1", {14, 1, 1}, 16, 3, .875, .241667, 1.5895, 1.2929, .875, 4},
        {"16", {16}, 16, 1, 1, 0, 1, 1, 1, 1},
        {"1x16", ones(16), 16, 16, .0625, 1, 16, 16, 0, 136},
        {"9,1", {9, 1}, 10, 2, .9, .2, 1.3841, 1.2195, .9, 2},
        {"1x10", ones(10), 10, 10, .1, 1, 10, 10, 0, 55},
        {"2,1", {2, 1}, 3, 2, .6667, .666667, 1.8899, 1.8, .6667, 2},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const ClusterMeasures found = measure_clusters(c.sizes).value();
        CHECK(found.runs == c.runs);
        CHECK(found.distinct == c.distinct);
        CHECK(found.modal_share == to(c.modal, 1e-4));
        CHECK(run_disagreement(c.sizes) == to(c.disagreement, 1e-6));
        CHECK(found.effective_shannon == to(c.shannon, 1e-4));
        CHECK(found.effective_simpson == to(c.simpson, 1e-4));
        CHECK(found.coverage == to(c.coverage, 1e-4));
        CHECK(found.chao1 == Approx(c.chao1));
    }
}

TEST_CASE("prior-art 5D: rarefaction, every row") {
    struct Case {
        std::string name;
        std::vector<int> sizes;
        std::vector<std::pair<int, double>> distinct, unstable;  // at k
    };
    const Case cases[] = {
        {"6,2,2,1x6",
         {6, 2, 2, 1, 1, 1, 1, 1, 1},
         {{3, 2.610714}, {5, 3.900641}, {8, 5.529837}},
         {{2, .858333}, {3, .964286}, {5, .998626}}},
        {"14,1,1",
         {14, 1, 1},
         {{3, 1.375}, {5, 1.625}, {8, 2}},
         {{2, .241667}, {3, .35}, {5, .541667}}},
        {"16", {16}, {{3, 1}, {5, 1}, {8, 1}}, {{2, 0}, {3, 0}, {5, 0}}},
        {"1x16", ones(16), {{3, 3}, {5, 5}, {8, 8}}, {{2, 1}, {3, 1}, {5, 1}}},
        {"9,1", {9, 1}, {{3, 1.3}, {5, 1.5}, {8, 1.8}}, {{2, .2}, {3, .3}, {5, .5}}},
        {"1x10", ones(10), {{3, 3}, {5, 5}, {8, 8}}, {{2, 1}, {3, 1}, {5, 1}}},
        {"2,1", {2, 1}, {{3, 2}}, {{2, .666667}, {3, 1}}},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const Rarefaction all = rarefy(c.sizes);
        for (const auto& [k, distinct] : c.distinct) {
            INFO(k);
            CHECK(expected_distinct(c.sizes, k).value() == to(distinct, 1e-6));
            CHECK(all.distinct[static_cast<std::size_t>(k - 1)] == to(distinct, 1e-6));
        }
        for (const auto& [k, unstable] : c.unstable) {
            INFO(k);
            CHECK(chance_unstable(c.sizes, k).value() == to(unstable, 1e-6));
            CHECK(chance_agreement(c.sizes, k).value() == to(1 - unstable, 1e-6));
            CHECK(all.unstable[static_cast<std::size_t>(k - 1)] == to(unstable, 1e-6));
        }
    }
    CHECK_FALSE(expected_distinct({2, 1}, 5));
    CHECK_FALSE(chance_unstable({2, 1}, 4));
}

TEST_CASE("all distinct: the floor on equally likely outputs, prior-art 4.7") {
    CHECK(states_behind_all_distinct(10) == 19);
    CHECK(states_behind_all_distinct(16) == 46);
    CHECK(states_behind_all_distinct(40) == 274);
    // 3!/3^3 = .22; 5!/5^5 = .038 is too little, 6!/6^5 = .093 is not.
    CHECK(states_behind_all_distinct(1) == 1);
    CHECK(states_behind_all_distinct(2) == 2);
    CHECK(states_behind_all_distinct(3) == 3);
    CHECK(states_behind_all_distinct(5) == 6);
    CHECK(measure_clusters(ones(10)).value().states_at_least == 19);
    CHECK_FALSE(measure_clusters({2, 1}).value().states_at_least);
    CHECK_FALSE(measure_clusters({1}).value().states_at_least);
}

TEST_CASE("cluster measures: no run, one run") {
    CHECK_FALSE(measure_clusters({}));
    CHECK_FALSE(chance_agreement({}, 1));
    CHECK(rarefy({}).unstable.empty());
    const ClusterMeasures one = measure_clusters({1}).value();
    CHECK(one.modal_share == 1);
    CHECK(one.coverage == 0);
    CHECK(chance_unstable({1}, 1) == 0.0);
    CHECK_FALSE(chance_unstable({1}, 2));
    CHECK_FALSE(chance_unstable({1}, 0));
}

TEST_CASE("property: rarefaction is the mean over all choices, and grows with k") {
    std::uint32_t state = 99;
    const auto next = [&state](std::uint32_t below) {
        state = state * 1664525U + 1013904223U;
        return (state >> 16U) % below;
    };
    for (int round = 0; round < 40; ++round) {
        std::vector<std::string> runs;
        for (std::uint32_t n = 2 + next(7); n > 0; --n) runs.push_back(std::to_string(next(4)));
        const std::vector<int> sizes = cluster(runs).sizes;
        const Rarefaction all = rarefy(sizes);
        REQUIRE(all.unstable.size() == runs.size());
        std::vector<double> unstable(runs.size()), distinct(runs.size()), choices(runs.size());
        for (unsigned mask = 1; mask < (1U << runs.size()); ++mask) {
            std::vector<std::string> chosen;
            for (std::size_t i = 0; i < runs.size(); ++i)
                if ((mask >> i & 1U) != 0) chosen.push_back(runs[i]);
            const Clusters of = cluster(chosen);
            ++choices[chosen.size() - 1];
            unstable[chosen.size() - 1] += of.unstable() ? 1 : 0;
            distinct[chosen.size() - 1] += of.distinct();
        }
        for (std::size_t k = 0; k < runs.size(); ++k) {
            CHECK(all.unstable[k] == Approx(unstable[k] / choices[k]).margin(1e-12));
            CHECK(all.distinct[k] == Approx(distinct[k] / choices[k]));
            if (k > 0) CHECK(all.unstable[k] >= all.unstable[k - 1] - 1e-12);
        }
        CHECK(chance_unstable(sizes, 2).value() == Approx(run_disagreement(sizes)).margin(1e-12));
    }
}

TEST_CASE("rarefaction of many runs stays exact and quick") {
    const Rarefaction many = rarefy({600, 400});
    CHECK(many.unstable[1] == Approx(2.0 * 600 * 400 / (1000.0 * 999)));
    CHECK(many.unstable.back() == 1);
    CHECK(many.distinct.back() == 2);
}
