// Intervals of rates and means. Formulas: Wilson 1927 (score interval), Clopper and Pearson 1934,
// Student's t with n-1 degrees of freedom. nullopt where a number is undefined. Pure, any thread.
#pragma once

#include <optional>
#include <vector>

namespace kilter {

struct Interval {
    double low = 0, high = 0;
};

inline constexpr double k_z95 = 1.959963984540054;

// Two-sided 95 %; nullopt for n = 0. Requires 0 <= x <= n.
std::optional<Interval> wilson95(long long x, long long n);
std::optional<Interval> clopper_pearson95(long long x, long long n);

// Two-sided 95 % t interval of the mean; nullopt for fewer than two values.
std::optional<Interval> t95(const std::vector<double>& values);

// P(at least two different outputs in k runs) for a two-outcome item with this minority share:
// 1 - q^k - (1-q)^k.
double detection_power(double minority_share, int k);

// 1 - C(n-c,k)/C(n,k) and C(c,k)/C(n,k) (arXiv 2107.03374, 2406.12045); nullopt for n < k.
std::optional<double> pass_at_k(int n, int c, int k);
std::optional<double> pass_hat_k(int n, int c, int k);

}  // namespace kilter
