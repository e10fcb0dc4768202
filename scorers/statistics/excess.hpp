// Whether two conditions give the same outputs, beyond what each disagrees with itself. Per item
// the runs of both are clustered together; a_j and b_j are the runs of cluster j.
//   d_AB = 1 - sum a_j b_j / (n_A n_B),   d_AA = 1 - sum a_j (a_j - 1) / (n_A (n_A - 1)), d_BB
//   alike E = d_AB - (d_AA + d_BB) / 2
// E estimates half the squared distance of the two output distributions without bias: 0 where they
// are equal, and by sampling a little below (an energy statistic; Szekely and Rizzo 2013). The test
// permutes the labels A and B inside each item. nullopt where a number is undefined. Pure, any
// thread.
#pragma once

#include <optional>
#include <vector>

#include "scorers/statistics/sign_flip.hpp"

namespace kilter {

struct JointCluster {
    int a = 0, b = 0;  // runs of each condition with this output
};
using JointClusters = std::vector<JointCluster>;  // of one item

// d_AB: the chance that a run of A and a run of B differ; nullopt where a side has no run.
std::optional<double> cross_disagreement(const JointClusters& item);
// E; nullopt where a side has fewer than two runs.
std::optional<double> excess_disagreement(const JointClusters& item);

struct ExcessTest {
    double mean_excess = 0;
    int items = 0;         // with at least two runs on both sides; the others are left out
    PermutationTest test;  // one-sided: P(the sum of E is at least as large)
};
// Exact while the distribution of the sum stays small, else k_permutation_draws draws. Three runs
// against three in one item cannot go below 2/20. nullopt where no item counts.
std::optional<ExcessTest> excess_test(const std::vector<JointClusters>& items,
                                      std::uint64_t seed = k_test_seed);

}  // namespace kilter
