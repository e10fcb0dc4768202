// A board as a JSON document, for reports that hold it as a part; board_json() is its text. Pure,
// any thread.
#pragma once

#include "reports/board_model.hpp"
#include "reports/json_numbers.hpp"

namespace kilter {

ReportJson board_document(const Board& board);

}  // namespace kilter
