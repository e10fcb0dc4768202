// What the page says without scripts: gates and one sentence per engine, the leaderboard, how the
// numbers are made. Text of models and files is escaped. Pure, any thread.
#pragma once

#include <string>

#include "reports/board_model.hpp"
#include "reports/html/page_model.hpp"

namespace kilter {

std::string page_title(const PageExperiment& experiment, const Board& board);
std::string board_html(const PageExperiment& experiment, const Board& board);

// "95.33 of 98 points; 13 of 50 items gave different output in 3 runs (95%: 16% to 40%); ...".
// Safe text.
std::string headline(const BoardRow& row);

}  // namespace kilter
