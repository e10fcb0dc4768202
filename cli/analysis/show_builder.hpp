// Reads the K runs of items out of a store for `show`: variants, fields, loops, and a window of
// text around the point where the runs part. One thread.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/show_model.hpp"

namespace kilter {

// `words`: ITEM words; `engine`: empty means all of the experiment.
Result<std::vector<ShownItem>> build_show(StoreReader& reader, const std::string& experiment,
                                          const std::vector<std::string>& words,
                                          const std::string& engine);

}  // namespace kilter
