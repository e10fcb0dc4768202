#include "scorers/statistics/boschloo.hpp"

#include <algorithm>
#include <vector>

#include "scorers/statistics/fisher.hpp"
#include "scorers/statistics/probability_row.hpp"

namespace kilter {
namespace {

constexpr int k_grid = 2000;

// Per total of hits: which counts of the first arm have Fisher's p <= limit.
std::vector<FisherRegion> regions_of(long long n_a, long long n_b, double limit) {
    std::vector<FisherRegion> regions;
    for (long long hits = 0; hits <= n_a + n_b; ++hits)
        regions.push_back(fisher_region(n_a, n_b, hits, limit));
    return regions;
}

double probability_of(const std::vector<FisherRegion>& regions, const ProbabilityRow& a,
                      const ProbabilityRow& b) {
    double sum = 0;
    for (long long x = a.first; x <= a.last(); ++x) {
        double matching = 0;
        for (long long y = b.first; y <= b.last(); ++y) {
            const FisherRegion& region = regions[static_cast<std::size_t>(x + y)];
            if (x <= region.low || x >= region.high) matching += b.at(y);
        }
        sum += a.at(x) * matching;
    }
    return sum;
}

}  // namespace

std::optional<double> boschloo(long long x_a, long long n_a, long long x_b, long long n_b) {
    if (n_a > k_boschloo_largest_arm || n_b > k_boschloo_largest_arm) return std::nullopt;
    const auto observed = fisher_exact(x_a, n_a, x_b, n_b);
    if (!observed) return std::nullopt;
    const auto regions = regions_of(n_a, n_b, *observed * (1 + 1e-7));
    constexpr double k_cutoff = 1e-14;
    double largest = 0;
    for (int i = 1; i < k_grid; ++i) {
        const double rate = static_cast<double>(i) / k_grid;
        largest = std::max(largest, probability_of(regions, binomial_row(n_a, rate, k_cutoff),
                                                   binomial_row(n_b, rate, k_cutoff)));
    }
    return std::min(1.0, largest);
}

}  // namespace kilter
