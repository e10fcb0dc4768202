// The cells of a sweep: how many different outputs an engine gave to N requests for one prompt, at
// one length of it or at one number of requests at a time. What was not measured, or not whole, is
// told apart from one output of N. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scorers/stability/item_analysis.hpp"

namespace kilter {

enum class SweepAxis { prompt_tokens, concurrency };
std::string_view to_word(SweepAxis axis);

struct SweepCell {
    std::string engine;
    // On the axis: prompt tokens as the engine counted them, or requests at a time. Where the
    // engine never counted (no valid run), the length that was asked for.
    long long value = 0;
    bool told = false;                       // the engine counted the prompt's tokens
    std::optional<long long> target;         // the length asked for; axis prompt_tokens
    std::optional<long long> prompt_tokens;  // as the engine counted them
    int n = 0, of = 0;                       // valid runs, planned ones
    int failed = 0, missing = 0;
    std::optional<int> distinct;  // nullopt: nothing was measured
    std::vector<int> sizes;       // of the outputs, descending
    int cached = 0;               // valid runs of which the engine took some prompt from its cache
    std::string experiment;       // where its runs are kept
};

// What a cell says about agreement.
enum class CellReading {
    steady,    // all N runs, two or more, and one output
    wavering,  // two outputs or more, be it whole or not
    partial,   // one output, but of fewer runs than planned (or of a single one): no evidence
    missing,   // no valid run
};
CellReading reading_of(const SweepCell& cell);
std::string_view to_word(CellReading reading);

struct SweepRun {
    RunView view;
    std::optional<long long> prompt_tokens, cached_tokens;
};

// `runs`: the stored ones. `axis_value`: requests at a time, or the length asked for.
SweepCell make_cell(std::string engine, SweepAxis axis, long long axis_value, int planned,
                    const std::vector<SweepRun>& runs, Level level);

}  // namespace kilter
