#include "scorers/statistics/sign_flip.hpp"

#include <algorithm>
#include <cmath>

#include "base/portable_random.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_exact_items = 20;
constexpr double k_slack = 1e-9;  // of the largest possible sum: ties count as at least as large

// How many of the sign patterns of differences[at..] bring `sum` to at least `limit` in size.
long long reaching(const std::vector<double>& differences, std::size_t at, double sum,
                   double limit) {
    if (at == differences.size()) return std::abs(sum) >= limit ? 1 : 0;
    return reaching(differences, at + 1, sum + differences[at], limit) +
           reaching(differences, at + 1, sum - differences[at], limit);
}

int reaching_draws(const std::vector<double>& differences, double limit, std::uint64_t seed) {
    PortableRandom random(seed);
    int reached = 0;
    for (int draw = 0; draw < k_permutation_draws; ++draw) {
        double sum = 0;
        std::uint64_t signs = 0;
        for (std::size_t i = 0; i < differences.size(); ++i) {
            if (i % 64 == 0) signs = random.next();
            sum += (signs & 1U) != 0 ? differences[i] : -differences[i];
            signs >>= 1U;
        }
        if (std::abs(sum) >= limit) ++reached;
    }
    return reached;
}

}  // namespace

std::optional<PermutationTest> sign_flip_test(const std::vector<double>& differences,
                                              std::uint64_t seed) {
    if (differences.empty()) return std::nullopt;
    std::vector<double> unequal;
    double sum = 0, size = 0;
    for (const double difference : differences) {
        if (difference == 0) continue;
        unequal.push_back(difference);
        sum += difference;
        size += std::abs(difference);
    }
    const double limit = std::abs(sum) - k_slack * size;
    if (unequal.size() <= k_exact_items) {
        const double all = std::pow(2.0, static_cast<double>(unequal.size()));
        return PermutationTest{static_cast<double>(reaching(unequal, 0, 0, limit)) / all, true, 0};
    }
    const int reached = reaching_draws(unequal, limit, seed);
    return PermutationTest{(reached + 1.0) / (k_permutation_draws + 1.0), false,
                           k_permutation_draws};
}

}  // namespace kilter
