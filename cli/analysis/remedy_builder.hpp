// Compares the items of an experiment with what an older one measured of them. One thread.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/remedy_model.hpp"

namespace kilter {

// The items and engines of `after`. An item or engine that `before` does not have is an error.
// `changes`: settings in words, for the report.
Result<Remedy> build_remedy(StoreReader& reader, const std::string& before,
                            const std::string& after, std::vector<std::string> changes);

}  // namespace kilter
