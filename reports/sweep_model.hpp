// A sweep as plain data: its cells by engine, and where each engine begins to waver. Filled by
// cli/sweeping. Any thread.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scorers/sweep/bisection.hpp"

namespace kilter {

struct SweepReport {
    std::string experiment;
    SweepAxis axis = SweepAxis::prompt_tokens;
    Level level = Level::full;
    int runs = 0;  // N of a cell
    long long max_tokens = 0;
    std::vector<SweepCell> cells;                    // by engine, then along the axis
    std::vector<Threshold> thresholds;               // by engine
    std::map<std::string, BisectionEnd> bisections;  // by engine, where one was asked for
    std::vector<std::string> steps;                  // experiments of the bisection
    std::vector<std::string> warnings;               // "key: reason"
    // Every cell was measured whole.
    bool whole() const;
};

}  // namespace kilter
