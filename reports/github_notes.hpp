// A board for GitHub Actions: workflow commands that become annotations, and the step summary. Both
// keep within what GitHub shows: 10 errors and 10 warnings a step, 1 MiB of summary. Pure.
#pragma once

#include <cstddef>
#include <string>

#include "reports/board_model.hpp"

namespace kilter {

inline constexpr std::size_t k_github_summary_bytes = 1'000'000;

// Lines for stdout. Gates that fail are errors; what wavers, failed or stays open is a warning.
std::string github_annotations(const Board& board);

// The board as Markdown, cut at the end of a line where it is longer than `limit` bytes.
std::string github_summary(const Board& board, std::size_t limit = k_github_summary_bytes);

}  // namespace kilter
