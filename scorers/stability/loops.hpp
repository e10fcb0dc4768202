// Repetition loops in one text: exact periodic runs at the tail, and where they qualify as a loop.
// This version looks at the exact view of the tail only. Linear time. Pure, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/wire/completion.hpp"

namespace kilter {

inline constexpr std::string_view k_loop_detector_version = "tail/1";

struct LoopFinding {
    std::string channel;     // reasoning, content
    std::string view;        // exact
    std::string verdict;     // loop, recovered_loop, repetitive
    std::size_t start = 0;   // code point where the run begins
    std::size_t period = 0;  // code points, primitive
    double repeats = 0;      // run length / period
    std::size_t length = 0;  // code points of the run
};

struct TailRun {
    std::size_t start = 0, period = 0, length = 0;  // code points
};

// The longest periodic run that ends at the text's end (up to max(64, period) code points before
// it): at least 256 code points and 4 repeats; the primitive period. nullopt: none.
std::optional<TailRun> find_tail_run(std::string_view text);

// Both channels of a completion, with verdicts by the rules of docs/metrics-stability.md: a loop is
// a qualified tail run without a clean finish (length, repetition, our stop, or a blank answer).
// `parsed`: the content held an answer.
std::vector<LoopFinding> find_loops(const Completion& completion, bool parsed);

std::string loops_to_json(const std::vector<LoopFinding>& loops);
std::vector<LoopFinding> loops_from_json(std::string_view text);

}  // namespace kilter
