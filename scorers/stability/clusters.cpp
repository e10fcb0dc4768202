#include "scorers/stability/clusters.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

namespace kilter {

Clusters cluster(const std::vector<std::string>& signatures) {
    std::unordered_map<std::string_view, std::size_t>
        first_seen;  // signature -> order of appearance
    std::vector<std::size_t> of_run;
    std::vector<int> sizes;
    for (const std::string& signature : signatures) {
        const auto [place, added] = first_seen.try_emplace(signature, sizes.size());
        if (added) sizes.push_back(0);
        ++sizes[place->second];
        of_run.push_back(place->second);
    }

    // Stable by size, so that ties stay in the order of their lowest run.
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&sizes](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });

    Clusters out;
    std::vector<int> rank(sizes.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        rank[order[i]] = static_cast<int>(i);
        out.sizes.push_back(sizes[order[i]]);
    }
    for (const std::size_t seen : of_run) out.of_run.push_back(rank[seen]);
    return out;
}

std::string variant_letter(int cluster) {
    std::string letters;
    for (int rest = cluster; rest >= 0; rest = rest / 26 - 1) {
        letters.insert(letters.begin(), static_cast<char>('A' + rest % 26));
    }
    return letters;
}

double run_disagreement(const std::vector<int>& sizes) {
    double agreeing = 0;  // ordered pairs of runs that agree
    double runs = 0;
    for (const int size : sizes) {
        agreeing += static_cast<double>(size) * (size - 1);
        runs += size;
    }
    return runs < 2 ? 0 : 1 - agreeing / (runs * (runs - 1));
}

}  // namespace kilter
