#include "scorers/statistics/bootstrap.hpp"

#include <algorithm>
#include <cmath>

#include "base/portable_random.hpp"

namespace kilter {
namespace {

// Linear between order statistics (definition 7 of Hyndman and Fan 1996); values sorted, not empty.
double quantile(const std::vector<double>& values, double share) {
    const double at = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(at));
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

}  // namespace

std::optional<Interval> cluster_bootstrap95(std::size_t items, const DrawnStatistic& statistic,
                                            std::uint64_t seed) {
    if (items < 2) return std::nullopt;
    PortableRandom random(seed);
    std::vector<std::size_t> drawn(items);
    std::vector<double> values;
    for (int draw = 0; draw < k_bootstrap_draws; ++draw) {
        for (std::size_t& one : drawn) one = static_cast<std::size_t>(random.below(items));
        if (const auto value = statistic(drawn)) values.push_back(*value);
    }
    constexpr std::size_t k_fewest = k_bootstrap_draws - k_bootstrap_draws / 20;
    if (values.size() < k_fewest) return std::nullopt;
    std::sort(values.begin(), values.end());
    return Interval{quantile(values, 0.025), quantile(values, 0.975)};
}

std::optional<Interval> bootstrap_mean95(const std::vector<double>& values, std::uint64_t seed) {
    return cluster_bootstrap95(
        values.size(),
        [&](const std::vector<std::size_t>& drawn) -> std::optional<double> {
            double sum = 0;
            for (const std::size_t item : drawn) sum += values[item];
            return sum / static_cast<double>(drawn.size());
        },
        seed);
}

}  // namespace kilter
