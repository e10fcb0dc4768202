// What other experiments of the store add to the HTML report: a probe, a sweep, an isolation, each
// as the JSON that its own command prints. One thread.
#pragma once

#include <string>

#include "base/result.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/html/page_writer.hpp"

namespace kilter {

bool has_page_extra(const ExperimentRow& experiment);

// An error: the experiment is of another kind, or cannot be read.
Result<void> add_page_extra(StoreReader& reader, const std::string& experiment, PageExtras& extras);

}  // namespace kilter
