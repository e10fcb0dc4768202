// Makes an Item of what an item and the suite's defaults say: a key of the item replaces the same
// key of defaults as a whole. Checks what only the two together tell: that something is asked, that
// there are answer, gold and fields, locales, gates. Within suites/ only. One thread.
#pragma once

#include <optional>
#include <string>

#include "base/diagnostics.hpp"
#include "suites/item_draft.hpp"
#include "suites/suite.hpp"

namespace kilter {

// With messages rendered. nullopt and at least one error where something is missing or wrong.
std::optional<Item> build_item(const ItemDraft& draft, const Defaults& defaults,
                               const std::string& language, Diagnostics& diagnostics);

}  // namespace kilter
