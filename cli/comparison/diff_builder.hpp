// Reads two conditions out of a store, item by item, and compares them for `diff`. Texts are loaded
// only where the most frequent outputs differ, and dropped with the item. One thread.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/comparison/sides.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/diff_model.hpp"

namespace kilter {

struct DiffRequest {
    SideName a, b;
    Level level = Level::content;
    std::vector<std::string> items;  // ITEM words; empty: all that both sides were asked
};

// An error names what makes the two incomparable: one side twice, no common item, or the fields
// that differ with both values.
Result<DiffReport> build_diff(StoreReader& reader, const DiffRequest& request);

}  // namespace kilter
