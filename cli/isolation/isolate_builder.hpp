// Builds the report of an isolation from what is stored of it; nothing else is needed. One thread.
#pragma once

#include <string>

#include "base/result.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/isolate_model.hpp"

namespace kilter {

// An error: the experiment is no isolation, or cannot be read.
Result<IsolateReport> build_isolate(StoreReader& reader, const std::string& experiment);

}  // namespace kilter
