// Which items of an older experiment go into a new one: `rerun --unstable --failing --looping
// --errors --item`. Unstable on any selected engine counts for all of them. One thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "harness/store/store_reader.hpp"

namespace kilter {

struct SelectionRequest {
    bool unstable = false;             // two signatures at level full
    bool failing = false;              // some run without all attainable points
    bool looping = false;              // some run with verdict loop
    bool errors = false;               // some failed run
    std::vector<std::string> items;    // ITEM words
    std::vector<std::string> engines;  // empty: all of the experiment
    bool everything() const {
        return !unstable && !failing && !looping && !errors && items.empty();
    }
};

// Chosen ids by suite, in the suite's order; suites without a chosen item are left out.
Result<std::map<std::string, std::vector<std::string>>> select_items(
    StoreReader& reader, const ExperimentRow& experiment, const SelectionRequest& request);

}  // namespace kilter
