// Checks gold against the declared fields: every gold value has a field, every field (judge apart)
// has a gold value, and each value is of a kind that its comparator can use. Gold is text: what
// YAML would take for a number where text is meant has to stand in quotes. Within suites/ only. One
// thread.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source_tree.hpp"
#include "suites/field_reader.hpp"

namespace kilter {

// True where nothing was found.
bool check_gold(const tree::Node& gold, const std::string& file, const std::string& what,
                const std::vector<FieldDraft>& fields, Diagnostics& diagnostics);

// The gold value at a dotted path; nullptr: none.
const json::Value* find_gold(const json::Value& gold, std::string_view path);

}  // namespace kilter
