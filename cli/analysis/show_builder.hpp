// Reads the K runs of items out of a store for `show`: variants, fields, loops, and a window of
// text around the point where the runs part. One thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/analysis/item_walk.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/show_model.hpp"

namespace kilter {

// `words`: ITEM words; `engine`: empty means all of the experiment.
Result<std::vector<ShownItem>> build_show(StoreReader& reader, const std::string& experiment,
                                          const std::vector<std::string>& words,
                                          const std::string& engine);

// The whole texts of a run, as they are read for it.
using OnShownTexts = std::function<void(const TrialSummary&, const Completion&)>;

// One engine's runs of an item that was walked to.
Result<ShownEngine> build_shown_engine(StoreReader& reader, const ExperimentRow& experiment,
                                       const std::string& name, const WalkedItem& walked,
                                       const OnShownTexts& each = {});

}  // namespace kilter
