// Boschloo's unconditional exact test (Boschloo 1970): Fisher's p as the statistic, and the largest
// probability over the common rate that it comes out at most as large. Never weaker than Fisher, so
// it may stand beside it as a note; the gate is Fisher. The common rate walks a grid of 2,000
// values inside (0, 1). Pure, any thread.
#pragma once

#include <optional>

namespace kilter {

inline constexpr long long k_boschloo_largest_arm = 300;  // time grows with both arms

// p for x_a of n_a against x_b of n_b; nullopt for n <= 0, x outside of [0, n] and larger arms.
std::optional<double> boschloo(long long x_a, long long n_a, long long x_b, long long n_b);

}  // namespace kilter
