// Rows of different K side by side: the K at which they can be compared. Pure, any thread.
#pragma once

#include <vector>

#include "scorers/summary/engine_summary.hpp"

namespace kilter {

// The smallest K of 2 or more, where rows of 2 runs or more have different K; else 0. A row of one
// run cannot differ from itself and is compared at no K.
int common_runs(const std::vector<const EngineSummary*>& rows);

// nullptr: the row has fewer runs, or no measurable item with so many valid ones.
const UnstableAt* unstable_at(const EngineSummary& row, int k);

}  // namespace kilter
