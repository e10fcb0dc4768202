// Lines of JSON that other programs wrote: read_json of source_tree.hpp, but half a surrogate pair,
// which a model may well have said, becomes U+FFFD instead of an error. Any thread.
#pragma once

#include <optional>
#include <string_view>

#include "base/source_tree.hpp"

namespace kilter::tree {

struct RepairedNode {
    Node node;
    bool repaired_surrogate = false;
};

// nullopt and at least one error in `diagnostics` where the line cannot be used.
std::optional<RepairedNode> read_repaired_json(std::string_view text, std::string_view file,
                                               int line, Diagnostics& diagnostics);

}  // namespace kilter::tree
