#include "scorers/statistics/sample_size.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

namespace kilter {
namespace {

constexpr int k_halvings = 30;  // of the range of a rate: to 1e-9

bool is_inside(double share) {
    return share > 0 && share < 1;
}

double z_of(double share) {
    return boost::math::quantile(boost::math::normal_distribution<double>{}, share);
}

}  // namespace

std::optional<double> pooled_items_per_arm(double rate_a, double rate_b, double power,
                                           double alpha) {
    if (rate_a == rate_b || !is_inside(power) || !is_inside(alpha)) return std::nullopt;
    if (std::min(rate_a, rate_b) < 0 || std::max(rate_a, rate_b) > 1) return std::nullopt;
    const double pooled = (rate_a + rate_b) / 2;
    const double root = z_of(1 - alpha / 2) * std::sqrt(2 * pooled * (1 - pooled)) +
                        z_of(power) * std::sqrt(rate_a * (1 - rate_a) + rate_b * (1 - rate_b));
    const double difference = rate_a - rate_b;
    return root * root / (difference * difference);
}

std::optional<long long> fisher_items_per_arm(double rate_a, double rate_b, double power,
                                              double alpha) {
    const auto pooled = pooled_items_per_arm(rate_a, rate_b, power, alpha);
    if (!pooled) return std::nullopt;
    // Fisher's test is stricter than the formula's, so no smaller arm suffices; a fifth is margin.
    const double start = std::max(2.0, std::floor(0.8 * *pooled));
    if (start > static_cast<double>(k_exact_search_limit)) return std::nullopt;
    for (auto n = static_cast<long long>(start); n <= k_exact_search_limit; ++n)
        if (*fisher_power(rate_a, n, rate_b, n, alpha) >= power) return n;
    return std::nullopt;
}

std::optional<double> smallest_rate_shown(double from, long long n, double power, double alpha) {
    if (n <= 0 || !(from >= 0 && from < 1) || !is_inside(power)) return std::nullopt;
    if (*fisher_power(from, n, 1, n, alpha) < power) return std::nullopt;
    double low = from, high = 1;
    for (int i = 0; i < k_halvings; ++i) {
        const double middle = (low + high) / 2;
        (*fisher_power(from, n, middle, n, alpha) < power ? low : high) = middle;
    }
    return high;
}

std::optional<double> items_for_difference(const MeanComparison& known, double difference,
                                           double power, double alpha) {
    if (difference == 0 || !is_inside(power) || !is_inside(alpha)) return std::nullopt;
    if (!(known.runs_a > 0) || !(known.runs_b > 0)) return std::nullopt;
    const double z = z_of(1 - alpha / 2) + z_of(power);
    const double variance =
        known.between + known.within_a / known.runs_a + known.within_b / known.runs_b;
    return z * z * variance / (difference * difference);
}

}  // namespace kilter
