#include "scorers/statistics/intervals.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "scorers/statistics/standard_error.hpp"

namespace kilter {
namespace {

constexpr double k_half_alpha = 0.025;  // a side, of 95 % two-sided
constexpr double k_alpha = 0.05;

using Binomial = boost::math::binomial_distribution<double>;

bool is_rate(long long x, long long n) {
    return n > 0 && x >= 0 && x <= n;
}

Interval binomial_bounds(long long x, long long n, Binomial::interval_type kind) {
    const double runs = static_cast<double>(n);
    const double hits = static_cast<double>(x);
    return Interval{x == 0 ? 0 : Binomial::find_lower_bound_on_p(runs, hits, k_half_alpha, kind),
                    x == n ? 1 : Binomial::find_upper_bound_on_p(runs, hits, k_half_alpha, kind)};
}

}  // namespace

std::optional<Interval> wilson95(long long x, long long n) {
    if (!is_rate(x, n)) return std::nullopt;
    const double runs = static_cast<double>(n);
    const double rate = static_cast<double>(x) / runs;
    const double z2 = k_z95 * k_z95;
    const double centre = rate + z2 / (2 * runs);
    const double half = k_z95 * std::sqrt(rate * (1 - rate) / runs + z2 / (4 * runs * runs));
    const double scale = 1 + z2 / runs;
    // The ends are exact at no and at all successes; rounding must not say otherwise.
    return Interval{x == 0 ? 0 : (centre - half) / scale, x == n ? 1 : (centre + half) / scale};
}

std::optional<Interval> clopper_pearson95(long long x, long long n) {
    if (!is_rate(x, n)) return std::nullopt;
    return binomial_bounds(x, n, Binomial::clopper_pearson_exact_interval);
}

std::optional<Interval> jeffreys95(long long x, long long n) {
    if (!is_rate(x, n)) return std::nullopt;
    return binomial_bounds(x, n, Binomial::jeffreys_prior_interval);
}

std::optional<double> zero_bound_one_sided95(long long n) {
    if (n <= 0) return std::nullopt;
    return -std::expm1(std::log(k_alpha) / static_cast<double>(n));
}

std::optional<double> rule_of_three(long long n) {
    if (n <= 0) return std::nullopt;
    return std::min(1.0, 3 / static_cast<double>(n));
}

std::optional<Interval> t95(const std::vector<double>& values) {
    const auto error = standard_error(values);
    if (!error) return std::nullopt;
    const double mean = *mean_of(values);
    const boost::math::students_t_distribution<double> student{static_cast<double>(values.size()) -
                                                               1};
    const double half = boost::math::quantile(student, 1 - k_half_alpha) * *error;
    return Interval{mean - half, mean + half};
}

}  // namespace kilter
