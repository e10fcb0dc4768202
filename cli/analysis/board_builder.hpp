// Reads experiments out of a store and maps them to a board: one row per engine x suite, totals
// where an experiment has more than one suite, the gates of its config. One thread.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/board_model.hpp"

namespace kilter {

Result<Board> build_board(StoreReader& reader, const std::vector<std::string>& experiments);

// 0, 1 or 3: gates and completeness of a board.
int board_exit_code(const Board& board);

}  // namespace kilter
