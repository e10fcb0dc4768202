// From where on does an engine waver? Reads the cells of one engine along the axis: a bracket (low,
// high] only where every cell from high on that says anything wavers and every one below is steady.
// What speaks against one threshold is named, not smoothed over. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scorers/sweep/cells.hpp"

namespace kilter {

enum class ThresholdFinding {
    bracket,       // steady up to low, wavering from high on
    all_steady,    // no cell wavers: a threshold may lie above
    all_wavering,  // no cell below the first wavering one is steady
    not_monotone,  // a steady cell above a wavering one: no one threshold explains this
    unmeasured,    // no cell says anything
};
std::string_view to_word(ThresholdFinding finding);

struct Threshold {
    std::string engine;
    ThresholdFinding finding = ThresholdFinding::unmeasured;
    std::optional<long long> low, high;  // of a bracket: steady at low, wavering at high
    std::vector<long long> undecided;    // cells between them that decide nothing
    // not_monotone: the first wavering cell, and the steady ones above it.
    std::optional<long long> first_wavering;
    std::vector<long long> steady_above;
};

// Cells of one engine, in any order.
Threshold find_threshold(const std::vector<SweepCell>& cells);

}  // namespace kilter
