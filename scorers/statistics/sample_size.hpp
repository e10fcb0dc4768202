// How many items a comparison needs. Two rates: by exact power of Fisher's test, and by the usual
// formula of the pooled-variance z test without continuity correction (Fleiss, Levin and Paik
// 2003), which is a little too small for Fisher. Two means of repeated runs: Miller, arXiv
// 2411.00640. All two-sided. nullopt where a number is undefined. Pure, any thread.
#pragma once

#include <optional>

#include "scorers/statistics/fisher.hpp"

namespace kilter {

inline constexpr long long k_exact_search_limit = 2000;  // items per arm

// The smallest n per arm whose exact power reaches `power`. (Exact power is a saw: a few n above it
// may fall short again by a little.) nullopt for equal rates, and where it takes more than
// k_exact_search_limit items; the formula is close there.
std::optional<long long> fisher_items_per_arm(double rate_a, double rate_b, double power,
                                              double alpha = k_alpha5);

// (z_(alpha/2) sqrt(2 p (1-p)) + z_power sqrt(p_a (1-p_a) + p_b (1-p_b)))^2 / (p_a - p_b)^2, with p
// the mean of both; not rounded. nullopt for equal rates.
std::optional<double> pooled_items_per_arm(double rate_a, double rate_b, double power,
                                           double alpha = k_alpha5);

// The smallest rate above `from` that n items per arm tell from it with this power, by Fisher's
// test; nullopt where not even a rate of 1 is.
std::optional<double> smallest_rate_shown(double from, long long n, double power,
                                          double alpha = k_alpha5);

// What a paired comparison of mean scores knows of its items and runs.
struct MeanComparison {
    double between = 0;                 // omega^2: variance of the items' true differences
    double within_a = 0, within_b = 0;  // sigma^2: variance of runs inside an item
    double runs_a = 1, runs_b = 1;      // K; infinity for the limit
};
// (z_(alpha/2) + z_power)^2 (omega^2 + sigma_A^2/K_A + sigma_B^2/K_B) / difference^2; not rounded.
// nullopt for no difference or no runs.
std::optional<double> items_for_difference(const MeanComparison& known, double difference,
                                           double power, double alpha = k_alpha5);

}  // namespace kilter
