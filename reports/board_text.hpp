// A board for people: for the terminal, and as Markdown to paste. Text of models and files is made
// safe for either. Pure, any thread.
#pragma once

#include <string>

#include "reports/board_model.hpp"
#include "reports/text_style.hpp"

namespace kilter {

std::string board_text(const Board& board, const TextStyle& style);
std::string board_markdown(const Board& board);

}  // namespace kilter
