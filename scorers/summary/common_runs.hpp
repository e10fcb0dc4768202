// Rows of different K side by side: the K at which they can be compared. Pure, any thread.
#pragma once

#include <vector>

#include "scorers/summary/engine_summary.hpp"

namespace kilter {

// The smallest K among rows of different K, where it is 2 or more; 0: all have the same K, or one
// has a single run, which cannot differ from itself.
int common_runs(const std::vector<const EngineSummary*>& rows);

// nullptr: the row has fewer runs, or no measurable item with so many valid ones.
const UnstableAt* unstable_at(const EngineSummary& row, int k);

}  // namespace kilter
