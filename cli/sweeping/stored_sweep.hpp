// Reads a sweep, and the steps of its bisection, out of a store. One thread.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/sweep_model.hpp"

namespace kilter {

// `experiment`: of kind sweep; a step or a calibration is an error. Levels full, reasoning and
// content: nothing here is scored.
Result<SweepReport> build_sweep(StoreReader& reader, const std::string& experiment, Level level);

// The newest sweep that is no step and no calibration, or the one that the word names.
Result<std::string> find_sweep(StoreReader& reader, const std::string& word);

}  // namespace kilter
