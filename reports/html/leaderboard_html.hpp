// The leaderboard of one suite as an HTML table that reads without scripts; they only make it
// sortable. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "reports/board_model.hpp"
#include "reports/html/page_model.hpp"

namespace kilter {

std::string leaderboard_html(const std::vector<const BoardRow*>& rows,
                             const std::vector<PageEngine>& engines);
std::string totals_html(const Board& board);

}  // namespace kilter
