// How much of a text's end is new: the fallback sign of a loop whose copies differ in a word.
// Linear time, a fixed table. Pure, any thread.
#pragma once

#include <cstddef>
#include <optional>

#include "scorers/stability/loop_symbols.hpp"

namespace kilter {

inline constexpr std::size_t k_shingle = 24;             // symbols
inline constexpr std::size_t k_novelty_window = 4096;    // symbols at the end
inline constexpr std::size_t k_novelty_shortest = 1024;  // texts below it are not judged
inline constexpr double k_low_novelty = 0.25;            // at most this share: suspect

// The share of shingles that begin in the last 4096 symbols and stood nowhere before, in the window
// or ahead of it. nullopt: the text is shorter than 1024 symbols.
std::optional<double> tail_novelty(Symbols text);
// The same where it is low; nullopt: it is not, or the text is too short. Faster on usual texts.
std::optional<double> low_tail_novelty(Symbols text);

}  // namespace kilter
