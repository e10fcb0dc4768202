// A board as JSON, schema kilter.board/1. Undefined numbers are null with their reason in
// `warnings`; invalid UTF-8 becomes U+FFFD. Pure, any thread.
#pragma once

#include <string>

#include "reports/board_model.hpp"

namespace kilter {

std::string board_json(const Board& board);

}  // namespace kilter
