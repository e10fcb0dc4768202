// Maps the stored trials of one item to what scorers/evidence wants to know of them. Texts are
// loaded only where a demanded form, or an answer lost in the reasoning, has to be looked for; each
// distinct text once. One thread.
#pragma once

#include "base/result.hpp"
#include "cli/analysis/item_walk.hpp"
#include "scorers/evidence/trial_facts.hpp"

namespace kilter {

// An error of the store.
Result<ItemFacts> item_facts(StoreReader& reader, const WalkedItem& walked);

}  // namespace kilter
