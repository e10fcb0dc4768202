// Reads experiments out of a store and maps them to a board: one row per engine x suite, totals
// where an experiment has more than one suite, the gates of its config. One walk over the items,
// which others may join. One thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/analysis/item_walk.hpp"
#include "cli/analysis/suites_at_hand.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/board_model.hpp"

namespace kilter {

// An item of one engine and suite as the walk passes it. An error ends the walk.
using OnBoardItem = std::function<Result<void>(const ExperimentRow&, const EngineRow&,
                                               const std::string& suite, const WalkedItem&)>;

// The rows of experiments that `each` gets are outlines.
Result<Board> build_board(StoreReader& reader, const std::vector<std::string>& experiments,
                          const OnBoardItem& each = {}, const SuitesAtHand& suites = {});

// 0, 1 or 3: gates and completeness of a board.
int board_exit_code(const Board& board);

}  // namespace kilter
