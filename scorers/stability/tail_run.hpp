// The longest periodic run at the end of a text, exactly, whatever other repetitions it lies in.
// The slower, offline half of the loop detector: it confirms what run_tracker.hpp suspects. Linear
// time. Pure, any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include "scorers/stability/loop_symbols.hpp"
#include "scorers/stability/run_tracker.hpp"

namespace kilter {

// Symbols: a closing tag, a cut word. A run may end this far before the text's end, or one period.
inline constexpr std::size_t k_tail_slack = 64;

inline bool ends_at_tail(const PeriodicRun& run, std::size_t size) {
    return run.end() + std::max(k_tail_slack, run.period) >= size;
}

// The primitive period, at least 256 symbols and 4 repeats; nullopt: none.
std::optional<PeriodicRun> find_tail_run(Symbols text);
// On the code points of the text.
std::optional<PeriodicRun> find_tail_run(std::string_view text);

}  // namespace kilter
