#include "scorers/summary/common_runs.hpp"

#include <algorithm>

namespace kilter {

int common_runs(const std::vector<const EngineSummary*>& rows) {
    if (rows.empty()) return 0;
    const auto [fewest, most] = std::minmax_element(
        rows.begin(), rows.end(), [](const auto* a, const auto* b) { return a->runs < b->runs; });
    const int least = (*fewest)->runs;
    return least < (*most)->runs && least >= 2 ? least : 0;
}

const UnstableAt* unstable_at(const EngineSummary& row, int k) {
    const auto& rows = row.stability.unstable_at;
    const auto found =
        std::find_if(rows.begin(), rows.end(), [k](const UnstableAt& at) { return at.k == k; });
    return found == rows.end() || found->of == 0 ? nullptr : &*found;
}

}  // namespace kilter
