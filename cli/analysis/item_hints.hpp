// The shapes that the runs of one stored item show: scorers/hints, fed with the order in which they
// were sent. Company and launches are not looked up here. One thread.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "cli/analysis/item_walk.hpp"
#include "harness/store/store_reader.hpp"
#include "scorers/hints/hints.hpp"

namespace kilter {

// None where the item does not waver. Imported runs have no order.
Result<std::vector<Hint>> item_hints(StoreReader& reader, const WalkedItem& walked);

}  // namespace kilter
