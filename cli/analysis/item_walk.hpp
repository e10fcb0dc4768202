// Streams the items of one engine x suite out of a store, analysed one at a time: what board, show
// and rerun have in common. Texts are loaded only where runs differ. One thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "harness/store/store_reader.hpp"
#include "scorers/stability/item_analysis.hpp"
#include "suites/suite.hpp"

namespace kilter {

struct WalkedItem {
    const Item* item = nullptr;
    const std::vector<TrialSummary>* trials = nullptr;  // by k
    const std::vector<RunView>* runs = nullptr;         // same order
    ItemAnalysis analysis;
};

using OnWalkedItem = std::function<Result<void>(const WalkedItem&)>;

// `suite` is the experiment's own (suite_from_json). An item of the store that the suite does not
// hold is an error.
Result<void> walk_items(StoreReader& reader, const ExperimentRow& experiment,
                        const std::string& engine, const Suite& suite, const OnWalkedItem& each);

// Only these items (names of the suite); empty: all.
Result<void> walk_items(StoreReader& reader, const ExperimentRow& experiment,
                        const std::string& engine, const Suite& suite,
                        const std::vector<std::string>& only, const OnWalkedItem& each);

// One item, without a walk over the others. `judged`: of the suite (StoreReader::judged_fields).
Result<void> walk_item(StoreReader& reader, const ExperimentRow& experiment,
                       const std::string& engine, const Suite& suite, const JudgedFields& judged,
                       const std::string& item, const OnWalkedItem& each);

}  // namespace kilter
