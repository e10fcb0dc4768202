#include "scorers/sweep/length_model.hpp"

#include <cmath>
#include <iterator>

namespace kilter {

void LengthModel::add(std::size_t code_points, long long tokens) {
    counted_[code_points] = tokens;
}

bool LengthModel::usable() const {
    return counted_.size() >= 2 && counted_.rbegin()->second > counted_.begin()->second;
}

std::optional<std::size_t> LengthModel::code_points_for(long long tokens) const {
    if (!usable()) return std::nullopt;
    // The pair of neighbours around the wanted count, else the outer pair next to it.
    auto above = std::next(counted_.begin());
    while (std::next(above) != counted_.end() && above->second < tokens) ++above;
    auto below = std::prev(above);
    if (above->second <= below->second) {
        below = counted_.begin();
        above = std::prev(counted_.end());
    }
    const double slope = static_cast<double>(above->first - below->first) /
                         static_cast<double>(above->second - below->second);
    const double wanted =
        static_cast<double>(below->first) + slope * static_cast<double>(tokens - below->second);
    if (wanted < 0) return std::nullopt;
    return static_cast<std::size_t>(std::llround(wanted));
}

}  // namespace kilter
