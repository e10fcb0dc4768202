// Shapes in how outputs lie over runs, as hints: the first run apart, every run another output,
// outputs that follow company, launches, or prompt length. Each comes with what it rests on. A hint
// says where to look; it names no cause, and a shape can come about by chance. Used where the runs
// of stored items are shown. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kilter {

// One valid run of an item.
struct HintRun {
    int k = 0;
    int output = 0;      // equal numbers, equal outputs (level full)
    int company = -1;    // other requests that were open meanwhile; -1: not known
    std::string launch;  // of the engine that answered; empty: not known
};

struct HintItem {
    std::string item;
    std::vector<HintRun> runs;               // in the order in which they were sent
    std::optional<long long> prompt_tokens;  // nullopt: not told
};

enum class HintShape {
    first_differs,        // the first run apart, all others agree
    all_distinct,         // no two runs agree
    follows_concurrency,  // runs sent alone agree; runs with company bring other outputs
    follows_launches,     // runs of a launch agree; launches differ
    length_threshold,     // stable below a prompt length, unstable above it
};
std::string_view to_word(HintShape shape);  // "first_differs", ...

struct Hint {
    HintShape shape = HintShape::first_differs;
    std::string text;  // one sentence with its counts; says what was seen, and what it is like
    long long count = 0, of = 0;     // items that show it, of those that could
    std::vector<std::string> items;  // that show it
    // length_threshold: the longest stable prompt and the shortest unstable one, in tokens.
    std::optional<long long> low, high;
};

// The hints that these items carry, at most one of each shape; one item alone may carry the first
// four. `runs_in_order`: false where the order of the runs is not known (shuffled, imported).
std::vector<Hint> find_hints(const std::vector<HintItem>& items, bool runs_in_order);

}  // namespace kilter
