// Cluster bootstrap over items (Efron 1979; percentile interval): items are drawn with return and
// each keeps all of its runs, so that the runs of an item stay together. For numbers that have no
// formula, such as a difference of majority points. Below about 20 items it is too narrow. The
// draws come from the portable generator: same seed, same interval, on every machine. Pure, any
// thread.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "scorers/statistics/intervals.hpp"
#include "scorers/statistics/sign_flip.hpp"

namespace kilter {

inline constexpr int k_bootstrap_draws = 2000;

// From the indices of the drawn items (as many as there are items, repeats among them) to the
// number; nullopt where it is undefined for that draw.
using DrawnStatistic = std::function<std::optional<double>(const std::vector<std::size_t>& drawn)>;

// 95 %: the 2.5 % and 97.5 % quantiles of the draws, interpolated. nullopt for fewer than two items
// or if more than one draw in twenty is undefined (the rest would be a chosen sample).
std::optional<Interval> cluster_bootstrap95(std::size_t items, const DrawnStatistic& statistic,
                                            std::uint64_t seed = k_test_seed);

// Of the mean of numbers per item, for example differences of two conditions.
std::optional<Interval> bootstrap_mean95(const std::vector<double>& values,
                                         std::uint64_t seed = k_test_seed);

}  // namespace kilter
