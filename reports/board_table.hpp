// The tables of a board: the leaderboard, the totals over suites, an engine's fields. Cells only;
// reports/table.* lays them out. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "reports/board_model.hpp"
#include "reports/table.hpp"

namespace kilter {

// The engine; where several rows have it (more than one experiment), also the end of the row's
// experiment id. Safe text.
std::string row_name(const BoardRow& row, const std::vector<const BoardRow*>& rows);

// Rows of one suite. The column that the board is sorted by is never left out.
// Where they differ in K, one more column shows the unstable items at the smallest of them.
Table leaderboard(const std::vector<const BoardRow*>& rows, BoardSort sorted_by);

// One row per engine, over its suites.
Table totals_table(const Board& board);

// The K at which rows of different K can be compared; 0: no need, or no way.
int common_k(const std::vector<const BoardRow*>& rows);

// A line per field of the suite, those with most wrong answers first, then one for all of them.
// Field names come from suites: they are made visible here. No rows: nothing was scored.
Table fields_table(const BoardRow& row);

}  // namespace kilter
