// The items that an older experiment found, for an isolation (its runs choose, and are not used for
// anything else). Pure but for reading the store.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/analysis/selection.hpp"
#include "harness/runner/run_plan.hpp"
#include "harness/store/store_reader.hpp"
#include "suites/suite.hpp"

namespace kilter {

struct ItemsFrom {
    std::vector<PlannedSuite> suites;
    std::vector<std::string> changed;  // suites that ask something else now than they did then
};
// The chosen items of the older experiment, looked up in these suites. An error names an item that
// they do not have, and says where nothing was chosen.
Result<ItemsFrom> items_from(StoreReader& reader, const ExperimentRow& older,
                             const SelectionRequest& selection,
                             const std::vector<std::shared_ptr<const Suite>>& suites);

}  // namespace kilter
