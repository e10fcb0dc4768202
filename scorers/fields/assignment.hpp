// Maximum-weight assignment: which gold row belongs to which row of the answer. Hungarian method,
// O(rows^2 x (rows + columns)), integers only. Pure, any thread.
#pragma once

#include <cstddef>
#include <vector>

namespace kilter {

// The largest total weight of pairs, each row and column in at most one. `weights` has rows x
// columns entries >= 0, row by row, their sum below 2^62; a pair of weight 0 is no pair.
long long best_assignment(std::size_t rows, std::size_t columns,
                          const std::vector<long long>& weights);

}  // namespace kilter
