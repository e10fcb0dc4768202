// Intervals of rates and means, 95 %. Formulas: Wilson 1927 (score interval), Clopper and Pearson
// 1934, Jeffreys (equal-tailed, Beta(1/2, 1/2) prior; Brown, Cai and DasGupta 2001), Student's t
// with n-1 degrees of freedom. nullopt where a number is undefined. Pure, any thread.
#pragma once

#include <optional>
#include <vector>

namespace kilter {

struct Interval {
    double low = 0, high = 0;
};

inline constexpr double k_z95 = 1.959963984540054;

// Two-sided; nullopt for n <= 0 and for x outside of [0, n].
std::optional<Interval> wilson95(long long x, long long n);
std::optional<Interval> clopper_pearson95(long long x, long long n);
std::optional<Interval> jeffreys95(long long x,
                                   long long n);  // its ends are 0 and 1 at x = 0 and n

// Upper bound of a rate of which 0 of n was seen: exact one-sided 95 %, 1 - 0.05^(1/n), and the
// rule of three 3/n for the back of an envelope (at most 1). Boards show the two-sided bound.
std::optional<double> zero_bound_one_sided95(long long n);
std::optional<double> rule_of_three(long long n);

// Two-sided t interval of the mean; nullopt for fewer than two values.
std::optional<Interval> t95(const std::vector<double>& values);

}  // namespace kilter
