// A board for people: for the terminal, and as Markdown to paste. Text of models and files is made
// safe for either. Pure, any thread.
#pragma once

#include <string>

#include "reports/board_model.hpp"
#include "reports/text_style.hpp"

namespace kilter {

// `with_fields`: the table of fields of every engine too.
std::string board_text(const Board& board, const TextStyle& style, bool with_fields = false);
// The tables of fields are folded away.
std::string board_markdown(const Board& board);

}  // namespace kilter
