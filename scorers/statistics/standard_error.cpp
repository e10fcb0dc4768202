#include "scorers/statistics/standard_error.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kilter {
namespace {

double sum_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

double count_of(const std::vector<double>& values) {
    return static_cast<double>(values.size());
}

}  // namespace

std::optional<double> mean_of(const std::vector<double>& values) {
    if (values.empty()) return std::nullopt;
    return sum_of(values) / count_of(values);
}

std::optional<double> variance_of(const std::vector<double>& values) {
    if (values.size() < 2) return std::nullopt;
    const double mean = *mean_of(values);
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return squares / (count_of(values) - 1);
}

std::optional<double> standard_error(const std::vector<double>& item_means) {
    const auto variance = variance_of(item_means);
    if (!variance) return std::nullopt;
    return std::sqrt(*variance / count_of(item_means));
}

std::optional<double> cluster_robust_error(const RunScores& scores) {
    double total = 0, runs = 0;
    for (const auto& item : scores) {
        if (item.empty()) return std::nullopt;
        total += sum_of(item);
        runs += count_of(item);
    }
    if (scores.size() < 2) return std::nullopt;
    const double mean = total / runs;
    double squares = 0;
    for (const auto& item : scores) {
        const double deviation = sum_of(item) - mean * count_of(item);
        squares += deviation * deviation;
    }
    return std::sqrt(squares) / runs;
}

std::optional<VarianceParts> variance_parts(const RunScores& scores) {
    if (scores.size() < 2 || scores.front().size() < 2) return std::nullopt;
    const std::size_t runs = scores.front().size();
    std::vector<double> means, variances;
    for (const auto& item : scores) {
        if (item.size() != runs) return std::nullopt;
        means.push_back(*mean_of(item));
        variances.push_back(*variance_of(item));
    }
    const double within = *mean_of(variances);
    return VarianceParts{within, *variance_of(means) - within / static_cast<double>(runs)};
}

}  // namespace kilter
