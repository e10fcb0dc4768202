#include "scorers/statistics/probability_row.hpp"

#include <algorithm>
#include <cmath>

namespace kilter {
namespace {

// step_up(x) = P(x+1) / P(x), positive for low <= x < high.
template <class Step>
ProbabilityRow grown(long long low, long long mode, long long high, double cutoff,
                     const Step& step_up) {
    ProbabilityRow row;
    row.first = mode;
    double weight = 1;
    while (row.first > low) {
        weight /= step_up(row.first - 1);
        if (weight < cutoff) break;
        row.p.push_back(weight);
        --row.first;
    }
    std::reverse(row.p.begin(), row.p.end());
    row.p.push_back(1);
    weight = 1;
    for (long long x = mode; x < high; ++x) {
        weight *= step_up(x);
        if (weight < cutoff) break;
        row.p.push_back(weight);
    }
    double sum = 0;
    for (const double one : row.p) sum += one;
    for (double& one : row.p) one /= sum;
    return row;
}

double to_double(long long value) {
    return static_cast<double>(value);
}

}  // namespace

ProbabilityRow binomial_row(long long n, double p, double cutoff) {
    if (p <= 0) return ProbabilityRow{0, {1}};
    if (p >= 1) return ProbabilityRow{n, {1}};
    const double odds = p / (1 - p);
    const auto mode = std::min(n, static_cast<long long>(std::floor(to_double(n + 1) * p)));
    return grown(0, mode, n, cutoff,
                 [&](long long x) { return to_double(n - x) / to_double(x + 1) * odds; });
}

ProbabilityRow hypergeometric_row(long long first_group, long long second_group, long long drawn,
                                  double cutoff) {
    const long long low = std::max(0LL, drawn - second_group);
    const long long high = std::min(first_group, drawn);
    const double centre = to_double(first_group + 1) * to_double(drawn + 1) /
                          to_double(first_group + second_group + 2);
    const auto mode = std::clamp(static_cast<long long>(std::floor(centre)), low, high);
    return grown(low, mode, high, cutoff, [&](long long x) {
        return to_double(first_group - x) * to_double(drawn - x) /
               (to_double(x + 1) * to_double(second_group - drawn + x + 1));
    });
}

}  // namespace kilter
