// McNemar's exact test of the same items under two conditions (McNemar 1947; mid-p: Fagerland,
// Lydersen and Laake 2013): only items that changed sides count, and under the null each of them
// goes either way with probability 1/2. Pure, any thread.
#pragma once

#include <optional>

namespace kilter {

// With fewer items that changed sides, p cannot fall to .05: 2 x 0.5^5 = .0625.
inline constexpr long long k_fewest_discordant = 6;

struct McnemarTest {
    double p = 1;      // two-sided, exact
    double mid_p = 1;  // counts the observed split by half: less conservative
};
// `only_a` items changed under a alone, `only_b` under b alone; none at all gives p = 1. nullopt
// for negative counts.
std::optional<McnemarTest> mcnemar(long long only_a, long long only_b);

}  // namespace kilter
