// Fisher's exact test of two rates from different items (or from repeats of one prompt), and its
// power. Two-sided: the sum of all tables with the same margins that are at most as probable as the
// observed one, within 1e-7 of it (Fisher 1935; the rule of R's fisher.test). The same items in
// both conditions are paired: use McNemar instead. nullopt where a number is undefined. Pure, any
// thread.
#pragma once

#include <optional>

namespace kilter {

inline constexpr double k_alpha5 = 0.05;  // the level of all our two-sided tests

// p for x_a of n_a against x_b of n_b; nullopt for n <= 0 or x outside of [0, n].
std::optional<double> fisher_exact(long long x_a, long long n_a, long long x_b, long long n_b);

// Of `hits` in both arms together: the counts in the first arm, at most `low` or at least `high`,
// at which p <= alpha. low is below and high above every possible count where there are none.
struct FisherRegion {
    long long low = 0, high = 0;
};
FisherRegion fisher_region(long long n_a, long long n_b, long long hits, double alpha = k_alpha5);

// P(p <= alpha) when the arms' true rates are these, by adding up the tables; at equal rates it is
// the actual size of the test. Tables of less than 1e-15 in all are left out. nullopt for n <= 0 or
// a rate outside of [0, 1].
std::optional<double> fisher_power(double rate_a, long long n_a, double rate_b, long long n_b,
                                   double alpha = k_alpha5);

// The fewest hits of n that differ from 0 of n at this level; nullopt where even n of n do not.
std::optional<long long> fewest_against_zero(long long n, double alpha = k_alpha5);

}  // namespace kilter
