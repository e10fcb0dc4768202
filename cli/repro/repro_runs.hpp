// The stored runs of an item as files of a bundle: raw bodies as they were kept, the texts read
// from them, and the request. One thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/repro_model.hpp"

namespace kilter {

// Fills in `repro.runs` and what it says of the request; repro.shown must be there already. An
// error of the store.
Result<void> add_runs(StoreReader& reader, const std::vector<TrialSummary>& trials,
                      ReproModel& repro, std::map<std::string, std::string>& files);

}  // namespace kilter
