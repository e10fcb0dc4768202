// The median: of an even count the mean of the two in the middle; nullopt for none. Pure, any
// thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace kilter {

// Sorts `values`.
template <class T>
std::optional<double> median(std::vector<T>& values) {
    if (values.empty()) return std::nullopt;
    std::sort(values.begin(), values.end());
    const std::size_t upper = values.size() / 2;
    const std::size_t lower = (values.size() - 1) / 2;
    return (static_cast<double>(values[lower]) + static_cast<double>(values[upper])) / 2;
}

}  // namespace kilter
