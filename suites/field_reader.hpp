// Reads `fields:` of a suite: one comparator with its own options each, and the parts of lists and
// calls. A field is a draft until its item is known, because the locale and the gold text that
// aliases belong to come from there. Within suites/ only. One thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source_tree.hpp"
#include "suites/field.hpp"

namespace kilter {

struct FieldDraft {
    Field field;                   // its `item` is empty: the parts are below
    std::optional<Locale> locale;  // the field's own; else the item's
    std::vector<std::string>
        readings;                  // string: `aliases: [a, b]`, other readings of the gold text
    std::vector<FieldDraft> item;  // what becomes Field::item
    SourcePosition at;             // of its name
    bool usable = true;            // false: an error was reported, its options mean nothing
};

// `what` names the owner in messages, as in "item 'T1-01'".
std::vector<FieldDraft> read_fields(const tree::Node& node, const std::string& file,
                                    const std::string& what, Diagnostics& diagnostics);

}  // namespace kilter
