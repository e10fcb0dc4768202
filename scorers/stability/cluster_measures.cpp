#include "scorers/stability/cluster_measures.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace kilter {
namespace {

constexpr double k_alpha = 0.05;

int total(const std::vector<int>& sizes) {
    return std::accumulate(sizes.begin(), sizes.end(), 0);
}

// C(a, k) / C(n, k) for 1 <= k <= n, as a product of ratios; 0 where k > a.
double choose_ratio(int a, int n, int k) {
    if (k > a) return 0;
    double ratio = 1;
    for (int i = 0; i < k; ++i) ratio *= static_cast<double>(a - i) / static_cast<double>(n - i);
    return ratio;
}

// P(n draws from `states` equally likely outputs all differ) >= alpha? The factors fall, so that a
// product below alpha stays there.
bool may_all_differ(int runs, long long states) {
    double chance = 1;
    for (int i = 0; i < runs; ++i) {
        chance *= static_cast<double>(states - i) / static_cast<double>(states);
        if (chance < k_alpha) return false;
    }
    return true;
}

}  // namespace

std::optional<ClusterMeasures> measure_clusters(const std::vector<int>& sizes) {
    const int runs = total(sizes);
    if (runs <= 0) return std::nullopt;
    const double n = runs;
    ClusterMeasures out;
    out.runs = runs;
    out.distinct = static_cast<int>(sizes.size());
    double entropy = 0;
    double squares = 0;
    for (const int size : sizes) {
        const double share = size / n;
        entropy -= share * std::log(share);
        squares += share * share;
    }
    const auto once = static_cast<double>(std::count(sizes.begin(), sizes.end(), 1));
    const auto twice = static_cast<double>(std::count(sizes.begin(), sizes.end(), 2));
    out.modal_share = *std::max_element(sizes.begin(), sizes.end()) / n;
    out.coverage = 1 - once / n;
    out.effective_shannon = std::exp(entropy);
    out.effective_simpson = 1 / squares;
    out.chao1 = out.distinct + once * (once - 1) / (2 * (twice + 1));
    // A single run is an output seen once, too: nothing is known of what else there is.
    if (runs >= 2 && out.distinct == runs) out.states_at_least = states_behind_all_distinct(runs);
    return out;
}

std::optional<double> chance_agreement(const std::vector<int>& sizes, int k) {
    const int n = total(sizes);
    if (k < 1 || k > n) return std::nullopt;
    double chance = k == 1 ? 1 : 0;
    for (const int size : sizes) chance += k == 1 ? 0 : choose_ratio(size, n, k);
    return chance;
}

std::optional<double> chance_unstable(const std::vector<int>& sizes, int k) {
    const auto agreement = chance_agreement(sizes, k);
    if (!agreement) return std::nullopt;
    return sizes.size() == 1 ? 0 : 1 - *agreement;
}

std::optional<double> expected_distinct(const std::vector<int>& sizes, int k) {
    const int n = total(sizes);
    if (k < 1 || k > n) return std::nullopt;
    double distinct = 0;
    for (const int size : sizes) distinct += 1 - choose_ratio(n - size, n, k);
    return distinct;
}

Rarefaction rarefy(const std::vector<int>& sizes) {
    const int n = total(sizes);
    std::map<int, int> of_size;  // equal sizes have equal terms
    for (const int size : sizes) ++of_size[size];
    Rarefaction out;
    out.unstable.assign(static_cast<std::size_t>(std::max(n, 0)), sizes.size() > 1 ? 1 : 0);
    out.distinct.assign(out.unstable.size(), static_cast<double>(sizes.size()));
    for (const auto& [size, count] : of_size) {
        double all_in = count;   // count * C(size, k) / C(n, k)
        double none_in = count;  // count * C(n - size, k) / C(n, k)
        for (int k = 1; k <= n; ++k) {
            const double left = n - k + 1;
            all_in *= std::max(size - k + 1, 0) / left;
            none_in *= std::max(n - size - k + 1, 0) / left;
            const auto index = static_cast<std::size_t>(k - 1);
            if (sizes.size() > 1) out.unstable[index] -= all_in;
            out.distinct[index] -= none_in;
        }
    }
    if (n > 0) {  // exact, whatever the sums rounded to
        out.unstable[0] = 0;
        out.distinct[0] = 1;
    }
    return out;
}

long long states_behind_all_distinct(int runs) {
    long long low = runs - 1;  // too few, always
    long long high = std::max(runs, 1);
    while (!may_all_differ(runs, high)) {
        low = high;
        high *= 2;
    }
    while (high - low > 1) {  // the chance grows with the number of states
        const long long middle = low + (high - low) / 2;
        (may_all_differ(runs, middle) ? high : low) = middle;
    }
    return high;
}

}  // namespace kilter
