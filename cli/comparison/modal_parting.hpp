// Where the most frequent outputs of two sides part: in text, in tokens where both bodies list
// them, and a little of the text around it. Loads two runs, and lets go of them. One thread.
#pragma once

#include <optional>

#include "base/result.hpp"
#include "cli/analysis/item_walk.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/diff_model.hpp"

namespace kilter {

struct ModalParting {
    DiffParting parting;
    std::optional<DiffWindow> window;  // where asked for and where they part; without the item
};

// Of an item that differs at this level; level reasoning looks at no other channel.
Result<ModalParting> part_modal_runs(StoreReader& reader, const WalkedItem& a, const WalkedItem& b,
                                     const ItemComparison& item, Level level, bool with_window);

}  // namespace kilter
