#include "scorers/sweep/threshold.hpp"

#include <algorithm>
#include <array>

namespace kilter {

std::string_view to_word(ThresholdFinding finding) {
    constexpr std::array<std::string_view, 5> words = {"bracket", "all_steady", "all_wavering",
                                                       "not_monotone", "unmeasured"};
    return words[static_cast<std::size_t>(finding)];
}

Threshold find_threshold(const std::vector<SweepCell>& cells) {
    Threshold out;
    std::optional<long long> low, high;
    for (const SweepCell& cell : cells) {
        if (reading_of(cell) == CellReading::wavering && (!high || cell.value < *high))
            high = cell.value;
    }
    if (!cells.empty()) out.engine = cells.front().engine;
    for (const SweepCell& cell : cells) {
        if (reading_of(cell) != CellReading::steady) continue;
        if (high && cell.value >= *high) {
            out.steady_above.push_back(cell.value);
        } else if (!low || cell.value > *low) {
            low = cell.value;
        }
    }
    std::sort(out.steady_above.begin(), out.steady_above.end());
    out.first_wavering = high;
    if (!high) {
        out.finding = low ? ThresholdFinding::all_steady : ThresholdFinding::unmeasured;
        return out;
    }
    if (!out.steady_above.empty()) {
        out.finding = ThresholdFinding::not_monotone;
        return out;
    }
    if (!low) {
        out.finding = ThresholdFinding::all_wavering;
        return out;
    }
    out.finding = ThresholdFinding::bracket;
    out.low = low;
    out.high = high;
    for (const SweepCell& cell : cells)
        if (cell.value > *low && cell.value < *high) out.undecided.push_back(cell.value);
    std::sort(out.undecided.begin(), out.undecided.end());
    return out;
}

}  // namespace kilter
