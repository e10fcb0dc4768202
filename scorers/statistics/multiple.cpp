#include "scorers/statistics/multiple.hpp"

#include <algorithm>
#include <numeric>

namespace kilter {
namespace {

std::vector<std::size_t> ascending(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    return order;
}

}  // namespace

std::vector<double> holm(const std::vector<double>& p_values) {
    const auto order = ascending(p_values);
    std::vector<double> adjusted(p_values.size());
    double largest = 0;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        const double left = static_cast<double>(order.size() - rank);
        largest = std::max(largest, std::min(1.0, left * p_values[order[rank]]));
        adjusted[order[rank]] = largest;
    }
    return adjusted;
}

std::vector<double> benjamini_hochberg(const std::vector<double>& p_values) {
    const auto order = ascending(p_values);
    std::vector<double> adjusted(p_values.size());
    double smallest = 1;
    for (std::size_t rank = order.size(); rank-- > 0;) {
        const double share = static_cast<double>(order.size()) / static_cast<double>(rank + 1);
        smallest = std::min(smallest, share * p_values[order[rank]]);
        adjusted[order[rank]] = smallest;
    }
    return adjusted;
}

}  // namespace kilter
