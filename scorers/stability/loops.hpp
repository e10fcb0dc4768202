// Repetition loops of one completion: periodic runs in reasoning and content, exactly repeated or
// with a counter, and what they mean given how the answer ended. Definitions and sources:
// docs/metrics.md. Linear time; of a text above 4 million code points only the last ones
// are looked at. Pure, any thread (working memory is kept per thread).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/wire/completion.hpp"
#include "scorers/stability/tail_run.hpp"

namespace kilter {

inline constexpr std::string_view k_loop_detector_version = "runs/1";

struct LoopFinding {
    std::string channel;  // reasoning, content
    // exact: the text as it is. masked: tokens with a digit, white-space runs and the case of
    // letters do not count (loop_symbols.hpp); such a finding is there only where the exact view
    // says less.
    std::string view;
    std::string verdict;     // loop, recovered_loop, repetitive, suspect
    std::size_t start = 0;   // code point of the text where the run begins, in both views
    std::size_t period = 0;  // primitive; exact: code points; masked: masked symbols; suspect: 0
    double repeats = 0;      // run length / period, both in the symbols of the view; suspect: 0
    std::size_t length = 0;  // code points of the text, in both views
    double share = 0;        // length / code points of the channel
    // length x completion tokens / code points of both channels: an estimate. nullopt: the engine
    // did not tell its tokens, or this is a suspect.
    std::optional<double> tokens_wasted;
    std::string sample;             // one period of the text, at most 200 code points
    bool counter = false;           // masked: only numbers or letters that count on differ
    std::optional<double> novelty;  // of a suspect: tail_novelty()
};

// Both channels, with verdicts:
//   loop            a qualified run at the tail, exact or with constant and counting fields only,
//                   and no clean finish (length, repetition, our stop, a blank answer)
//   recovered_loop  such a run in the reasoning, not at the tail or before a clean finish
//   repetitive      any other qualified run: the content of an answer that ended, or data
//   suspect         no such run, finish by length, and hardly anything new at the end of the
//                   channel that was being written
// `parsed`: the content held an answer. At most one run at the tail and one before it per channel
// and view. With the flag client_stopped a run of 1024 code points and 2 repeats qualifies too.
std::vector<LoopFinding> find_loops(const Completion& completion, bool parsed);

// Sum over the findings with verdict loop; 0 without one; nullopt: one of them does not know.
std::optional<double> tokens_wasted(const std::vector<LoopFinding>& loops);

// As the store keeps them. Rows written by detector tail/1 lack the later members.
std::string loops_to_json(const std::vector<LoopFinding>& loops);
std::vector<LoopFinding> loops_from_json(std::string_view text);

}  // namespace kilter
