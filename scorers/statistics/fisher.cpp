#include "scorers/statistics/fisher.hpp"

#include <algorithm>

#include "scorers/statistics/probability_row.hpp"

namespace kilter {
namespace {

constexpr double k_equal = 1 + 1e-7;    // tables this close are equally probable
constexpr double k_rounding = 1e-12;    // of a sum that is compared with alpha
constexpr double k_row_cutoff = 1e-18;  // of the mode; what is left out is far below alpha
constexpr double k_arm_cutoff = 1e-17;

bool is_share(double rate) {
    return rate >= 0 && rate <= 1;
}

}  // namespace

std::optional<double> fisher_exact(long long x_a, long long n_a, long long x_b, long long n_b) {
    if (n_a <= 0 || n_b <= 0 || x_a < 0 || x_b < 0 || x_a > n_a || x_b > n_b) return std::nullopt;
    const ProbabilityRow row = hypergeometric_row(n_a, n_b, x_a + x_b);
    const double limit = row.at(x_a) * k_equal;
    double sum = 0;
    for (const double one : row.p)
        if (one <= limit) sum += one;
    return std::min(1.0, sum);
}

FisherRegion fisher_region(long long n_a, long long n_b, long long hits, double alpha) {
    const ProbabilityRow row = hypergeometric_row(n_a, n_b, hits, k_row_cutoff);
    // The row has one peak, so the least probable tables stand at its ends: walk inwards from both.
    std::size_t left = 0, right = row.p.size();  // [left, right) is not significant
    double sum = 0;
    while (left < right) {
        const double limit = std::min(row.p[left], row.p[right - 1]) * k_equal;
        std::size_t next_left = left, next_right = right;
        double next = sum;
        while (next_left < right && row.p[next_left] <= limit) next += row.p[next_left++];
        while (next_right > next_left && row.p[next_right - 1] <= limit)
            next += row.p[--next_right];
        if (next > alpha + k_rounding) break;
        left = next_left;
        right = next_right;
        sum = next;
    }
    return FisherRegion{row.first + static_cast<long long>(left) - 1,
                        row.first + static_cast<long long>(right)};
}

std::optional<double> fisher_power(double rate_a, long long n_a, double rate_b, long long n_b,
                                   double alpha) {
    if (n_a <= 0 || n_b <= 0 || !is_share(rate_a) || !is_share(rate_b)) return std::nullopt;
    const ProbabilityRow a = binomial_row(n_a, rate_a, k_arm_cutoff);
    const ProbabilityRow b = binomial_row(n_b, rate_b, k_arm_cutoff);
    double power = 0;
    for (long long hits = a.first + b.first; hits <= a.last() + b.last(); ++hits) {
        const FisherRegion region = fisher_region(n_a, n_b, hits, alpha);
        const long long end = std::min(a.last(), hits - b.first);
        for (long long x = std::max(a.first, hits - b.last()); x <= end; ++x)
            if (x <= region.low || x >= region.high) power += a.at(x) * b.at(hits - x);
    }
    return std::min(1.0, power);
}

std::optional<long long> fewest_against_zero(long long n, double alpha) {
    for (long long hits = 1; hits <= n; ++hits)
        if (*fisher_exact(0, n, hits, n) <= alpha) return hits;
    return std::nullopt;
}

}  // namespace kilter
