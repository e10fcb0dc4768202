// Paired permutation test of scores per item (Fisher 1935): if the conditions do not differ, each
// item's difference could as well have the other sign. Statistic: the size of the summed
// differences, two-sided. Exact over all signs while at most 20 items differ (items without a
// difference change nothing); beyond that random draws with p = (b+1)/(B+1), b of B draws at least
// as large (Phipson and Smyth 2010). Pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace kilter {

inline constexpr std::uint64_t k_test_seed = 20240501;  // any number, but always the same
inline constexpr int k_permutation_draws = 10000;

struct PermutationTest {
    double p = 1;
    bool exact = true;
    int draws = 0;  // 0: exact
};

// Differences, one per item that both conditions have; nullopt for none.
std::optional<PermutationTest> sign_flip_test(const std::vector<double>& differences,
                                              std::uint64_t seed = k_test_seed);

}  // namespace kilter
