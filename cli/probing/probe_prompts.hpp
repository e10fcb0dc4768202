// The prompts of a probe and the suite that holds them: each prompt as one item for every length
// (max_tokens), without gold, so that the runner sends them like any other. One thread.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/result.hpp"
#include "harness/store/rows.hpp"
#include "suites/suite.hpp"

namespace kilter {

inline constexpr int k_probe_lengths[] = {1, 4};  // max_tokens: the prefill, the first decode steps
inline constexpr std::size_t k_most_probe_prompts = 1000;

// A prompt is an Item with an id and messages; `source` says where it comes from.
using ProbePrompts = std::vector<Item>;

// Three texts of different length, written for this: about 60, 400 and 1,600 tokens with the chat
// template of a small model.
ProbePrompts built_in_prompts();
// P1, P2, ...
ProbePrompts prompts_of_texts(const std::vector<std::string>& texts);
// A file of prompts (docs/formats.md); nullopt and an error in `diagnostics` where it is wrong.
std::optional<ProbePrompts> load_prompts(const std::filesystem::path& file,
                                         Diagnostics& diagnostics);
// Those of an experiment's items, as they were sent; `chosen`: ids by suite. The ids are those of
// the items, with their suite where two suites have the same.
Result<ProbePrompts> prompts_of_items(
    const ExperimentRow& experiment, const std::map<std::string, std::vector<std::string>>& chosen);

// An item "P1-1" for each prompt and length, lengths of a prompt side by side. An error: an id is
// too long, or is there twice.
Result<Suite> probe_suite(const ProbePrompts& prompts);

// Of an item of that suite: the prompt's id, and where it comes from ("" where from no suite).
struct ProbeItemName {
    std::string prompt, suite, item;
    int tokens = 1;
};
ProbeItemName probe_item_name(const Item& item);

}  // namespace kilter
