// Gathers the rows that reports are made of while a board is built, in the same walk. Holds no
// texts. One thread.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/analysis/item_walk.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/board_model.hpp"
#include "reports/item_rows.hpp"

namespace kilter {

// A board of one experiment with its rows.
struct BoardWithRows {
    Board board;
    std::vector<ItemRow> rows;
};
Result<BoardWithRows> build_board_with_rows(StoreReader& reader, const std::string& experiment);

class ItemRows {
  public:
    // What build_board calls for each item.
    void add(const ExperimentRow& experiment, const EngineRow& engine, const std::string& suite,
             const WalkedItem& walked);

    // By suite, engine and item, in the order of the plan. `board`: what was built meanwhile; what
    // a row says of votes and of stable failures is what the board counts.
    std::vector<ItemRow> finish(const Board& board) &&;

  private:
    std::vector<ItemRow> rows_;
    std::vector<bool> decided_;  // by row: does the item have a majority?
};

// Variant letter of run k at a level; empty for a failed run.
std::string letter_of(const ItemAnalysis& analysis, Level level, int k);

}  // namespace kilter
