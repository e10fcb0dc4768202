#include "scorers/statistics/intervals.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

namespace kilter {
namespace {

constexpr double k_half_alpha = 0.025;  // a side, of 95 % two-sided

// C(a, k) / C(n, k) for 0 <= k <= n; 0 where k > a.
double choose_ratio(int a, int n, int k) {
    if (k > a) return 0;
    double ratio = 1;
    for (int i = 0; i < k; ++i) ratio *= static_cast<double>(a - i) / static_cast<double>(n - i);
    return ratio;
}

bool in_range(int n, int c, int k) {
    return k >= 1 && n >= k && c >= 0 && c <= n;
}

}  // namespace

std::optional<Interval> wilson95(long long x, long long n) {
    if (n <= 0) return std::nullopt;
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
    if (n <= 0) return std::nullopt;
    using Binomial = boost::math::binomial_distribution<double>;
    const double runs = static_cast<double>(n);
    const double hits = static_cast<double>(x);
    return Interval{x == 0 ? 0 : Binomial::find_lower_bound_on_p(runs, hits, k_half_alpha),
                    x == n ? 1 : Binomial::find_upper_bound_on_p(runs, hits, k_half_alpha)};
}

std::optional<Interval> t95(const std::vector<double>& values) {
    if (values.size() < 2) return std::nullopt;
    const double n = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    const double squares = std::accumulate(
        values.begin(), values.end(), 0.0,
        [mean](double sum, double value) { return sum + (value - mean) * (value - mean); });
    const double standard_error = std::sqrt(squares / (n - 1) / n);
    const boost::math::students_t_distribution<double> student{n - 1};
    const double half = boost::math::quantile(student, 1 - k_half_alpha) * standard_error;
    return Interval{mean - half, mean + half};
}

double detection_power(double minority_share, int k) {
    if (k < 2) return 0;  // one output cannot differ from itself
    return 1 - std::pow(minority_share, k) - std::pow(1 - minority_share, k);
}

std::optional<double> pass_at_k(int n, int c, int k) {
    if (!in_range(n, c, k)) return std::nullopt;
    return 1 - choose_ratio(n - c, n, k);
}

std::optional<double> pass_hat_k(int n, int c, int k) {
    if (!in_range(n, c, k)) return std::nullopt;
    return choose_ratio(c, n, k);
}

}  // namespace kilter
