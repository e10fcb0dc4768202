// One item made from its blueprint: documents, question, gold and the nearest wrong answer, all
// from the same draws, so that gold is right by construction. Pure but for the generator in its
// context; one thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json/value.hpp"
#include "base/result.hpp"
#include "suites/generator/library.hpp"

namespace kilter::gen {

struct MadeDocument {
    std::string name;  // of the file
    std::string text;
};

struct MadeItem {
    std::string id;
    std::string folder;  // below docs/: the id, or the stream that several items share
    std::vector<MadeDocument> documents;
    json::Value keys;  // the item's further keys, in file order
    json::Value gold;
    json::Value nearest;  // gold with the traps in place; null where the blueprint has none
};

Result<MadeItem> make_item(const Library& library, const std::string& suite,
                           const SuiteItemPlan& plan, std::uint64_t seed);

// Code points of UTF-8 text: what the estimate of tokens counts.
std::size_t code_points(std::string_view text);

}  // namespace kilter::gen
