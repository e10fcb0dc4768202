// How far a mean of items may be off. Items are the sample; the runs of an item are a cluster, so
// pooling items x runs as if independent gives an error that is too small (arXiv 2411.00640). The
// error of item means already holds the noise of the runs. Of a paired comparison it is the error
// of the differences per item. nullopt where a number is undefined. Pure, any thread.
#pragma once

#include <optional>
#include <vector>

namespace kilter {

using RunScores = std::vector<std::vector<double>>;  // by item, then by run

std::optional<double> mean_of(const std::vector<double>& values);      // nullopt for no values
std::optional<double> variance_of(const std::vector<double>& values);  // n-1 below; needs two

// sqrt(variance / n) of the item means; nullopt for fewer than two items.
std::optional<double> standard_error(const std::vector<double>& item_means);

// Cluster-robust without small-sample correction (CR0): sqrt(sum over items of the squared sum of
// deviations from the grand mean) / number of runs. Below about 30 items it is too small: prefer
// standard_error with Student's t. nullopt for fewer than two items or an item without runs.
std::optional<double> cluster_robust_error(const RunScores& scores);

// One-way random effects: the mean variance of the runs inside an item, and the variance of the
// items' true means, var(item means) - within / K; by sampling the latter may come out below 0.
// Var(mean) = (between + within / K) / n: more runs shrink the second term only.
struct VarianceParts {
    double within = 0, between = 0;
};
// nullopt for fewer than two items, fewer than two runs, or unequal numbers of runs.
std::optional<VarianceParts> variance_parts(const RunScores& scores);

}  // namespace kilter
