// Streams an experiment's items out of a store into the rows that reports are made of. Texts are
// read only where runs differ. One thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/analysis/item_walk.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/board_model.hpp"
#include "reports/item_rows.hpp"

namespace kilter {

// One engine and item as the walk passes it; `row` may be completed.
using OnItemRow = std::function<Result<void>(const ExperimentRow&, const EngineRow&,
                                             const WalkedItem&, ItemRow& row)>;

// By suite, engine and item, in the order of the plan. `board`: of this experiment; what a row says
// of votes and of stable failures is what the board counts. An error from `each` ends the walk.
Result<std::vector<ItemRow>> build_item_rows(StoreReader& reader, const std::string& experiment,
                                             const Board& board, const OnItemRow& each = {});

// Variant letter of run k at a level; empty for a failed run.
std::string letter_of(const ItemAnalysis& analysis, Level level, int k);

}  // namespace kilter
