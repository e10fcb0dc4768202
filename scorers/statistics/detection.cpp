#include "scorers/statistics/detection.hpp"

#include <algorithm>
#include <cmath>

namespace kilter {
namespace {

constexpr double k_rounding = 1e-12;  // a probability this close counts as reached
constexpr int k_halvings = 60;

bool is_inside(double share) {
    return share > 0 && share < 1;
}

}  // namespace

double probability_seen(double rate, long long n) {
    if (n <= 0 || rate <= 0) return 0;
    if (rate >= 1) return 1;
    return -std::expm1(static_cast<double>(n) * std::log1p(-rate));
}

std::optional<long long> runs_to_see(double rate, double power) {
    if (!is_inside(rate) || !is_inside(power)) return std::nullopt;
    const double runs = std::log1p(-power) / std::log1p(-rate);
    if (runs > 1e15) return std::nullopt;
    auto whole = std::max(1LL, static_cast<long long>(std::floor(runs)));
    while (probability_seen(rate, whole) < power - k_rounding) ++whole;
    return whole;
}

double detection_power(double minority_share, long long k) {
    if (k < 2) return 0;  // one output cannot differ from itself
    const double runs = static_cast<double>(k);
    // 1 - (1-q)^k loses its digits for small q; expm1 keeps them.
    return std::max(
        0.0, -std::expm1(runs * std::log1p(-minority_share)) - std::pow(minority_share, runs));
}

std::optional<long long> runs_to_differ(double minority_share, double power) {
    if (minority_share > 0.5) return std::nullopt;
    const auto least = runs_to_see(minority_share, power);  // the term q^k is still missing there
    if (!least) return std::nullopt;
    long long runs = std::max(2LL, *least);
    while (detection_power(minority_share, runs) < power - k_rounding) ++runs;
    return runs;
}

std::optional<double> smallest_share_shown(long long k, double power) {
    if (!is_inside(power) || detection_power(0.5, k) < power - k_rounding) return std::nullopt;
    double low = 0, high = 0.5;
    for (int i = 0; i < k_halvings; ++i) {
        const double middle = (low + high) / 2;
        (detection_power(middle, k) < power ? low : high) = middle;
    }
    return high;
}

std::optional<Interval> all_agree_bounds(double agreement, long long k) {
    if (k < 2 || !(agreement >= 0 && agreement <= 1)) return std::nullopt;
    const double runs = static_cast<double>(k);
    return Interval{std::pow(agreement, runs - 1), std::pow(agreement, runs / 2)};
}

std::optional<double> minority_share_of(double agreement) {
    if (!(agreement >= 0.5 && agreement <= 1)) return std::nullopt;
    return (1 - std::sqrt(2 * agreement - 1)) / 2;
}

}  // namespace kilter
