#include "scorers/summary/common_runs.hpp"

#include <algorithm>

namespace kilter {

int common_runs(const std::vector<const EngineSummary*>& rows) {
    int least = 0, most = 0;
    for (const EngineSummary* row : rows) {
        if (row->runs < 2) continue;
        least = least == 0 ? row->runs : std::min(least, row->runs);
        most = std::max(most, row->runs);
    }
    return least < most ? least : 0;
}

const UnstableAt* unstable_at(const EngineSummary& row, int k) {
    const auto& rows = row.stability.unstable_at;
    const auto found =
        std::find_if(rows.begin(), rows.end(), [k](const UnstableAt& at) { return at.k == k; });
    return found == rows.end() || found->of == 0 ? nullptr : &*found;
}

}  // namespace kilter
