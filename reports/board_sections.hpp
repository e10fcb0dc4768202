// The sections of a board, one per suite: its rows, its title, and what keeps its rows from being
// compared. Shared by the boards for people. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "reports/board_model.hpp"

namespace kilter {

// In the order of the board; rows of one suite stand together.
std::vector<std::string> board_suites(const Board& board);
std::vector<const BoardRow*> board_rows(const Board& board, const std::string& suite);

// What the rows share: "founding-main: 50 items, 100 points (98 attainable), K = 3". Safe text.
std::string board_title(const std::vector<const BoardRow*>& rows);

// Sentences where K, prompts or scoring differ; mostly none. Safe text.
std::vector<std::string> board_cautions(const std::vector<const BoardRow*>& rows);

}  // namespace kilter
