// The K runs of one item side by side, as plain data. Filled by cli/analysis. Any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/wire/completion.hpp"
#include "scorers/fields/score_item.hpp"
#include "scorers/hints/hints.hpp"
#include "scorers/stability/item_analysis.hpp"

namespace kilter {

struct ShownRun {
    int k = 0;
    Outcome outcome = Outcome::interrupted;
    std::string error;  // of a failed run
    std::string finish_reason;
    std::string variant_full, variant_content, variant_value;  // letters; empty for a failed run
    std::string content_sha256, reasoning_sha256;              // empty: no such text
    std::string parse_status;                                  // empty: no verdict
    std::optional<double> points;
    std::vector<FieldResult> fields;
    std::vector<LoopFinding> loops;
    // Cut: the channel that differs from window_start, the others from their beginning.
    std::string reasoning, content, tool_calls;
    std::vector<ToolCall> calls;                                               // whole
    std::optional<long long> prompt_tokens, completion_tokens, cached_tokens;  // nullopt: not told
    // From the reference run (analysis.partings); nullopt: the same text, or a failed run.
    std::optional<RunParting> parting;
    std::vector<std::string> flags;  // what was odd about its exchange and body, as stored
};

struct ShownEngine {
    std::string engine, experiment;
    int planned = 0;
    std::vector<ShownRun> runs;  // by k
    ItemAnalysis analysis;
    std::string decision;  // variant letter of the majority at level value; empty: none
    // Text window shown of the channel that differs: first code point of the window.
    std::size_t window_start = 0;
    std::string variants;  // a letter for each stored run by k, at level full: "A A B"; failed: "-"
    // First output token that is not the same in all runs; nullopt: no difference, or the engine
    // did not list the tokens of every differing run.
    std::optional<std::size_t> token_index;
    std::vector<Hint> hints;   // shapes in how its outputs lie over the runs
    std::string token_source;  // "token_ids", "logprobs"; empty where token_index is nullopt
};

// One output in every planned run, and no points in any (of an item that has some to give).
bool is_stable_failed(const ShownEngine& engine);

struct ShownItem {
    std::string item, suite;
    double max_points = 0, attainable = 0;
    std::vector<ShownEngine> engines;
};

}  // namespace kilter
