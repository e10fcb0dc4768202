// Prompts of a chosen length: a document, or a paragraph of ours, repeated and cut to so many code
// points, with a mark before it and a question behind. The mark is another one for every prompt, so
// that no two share a beginning which an engine could take from its prefix cache. Pure, any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "suites/suite.hpp"

namespace kilter {

inline constexpr std::string_view k_sweep_length = "sweep-length";
inline constexpr std::string_view k_sweep_concurrency = "sweep-concurrency";
inline constexpr std::string_view k_sweep_calibration = "sweep-calibration";
inline constexpr std::string_view k_sweep_step = "sweep-step-";  // and the end of the sweep's id

// The text from its beginning on, again and again, up to this length. The built-in paragraph where
// `document` is empty.
std::string padding(std::string_view document, std::size_t code_points);

struct PaddedPrompt {
    long long target = 0;         // prompt tokens wanted; marks the prompt, and names its item
    std::size_t code_points = 0;  // of padding
};

// Item "t-<target>"; its source tells target and code points. Without gold: it is never scored.
Item padded_item(const PaddedPrompt& prompt, std::string_view document);
PaddedPrompt padding_of(const Item& item);

Suite padded_suite(std::string name, const std::vector<PaddedPrompt>& prompts,
                   std::string_view document);

// Two short prompts from which an engine's tokens per code point are learnt.
std::vector<PaddedPrompt> calibration_prompts(long long longest_target);

}  // namespace kilter
