// The comparator `regex`: the groups of the first place where the field's pattern matches. Pure;
// keeps compiled patterns per thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "suites/field.hpp"

namespace kilter {

// A JSON list of the groups' texts (null: a group that took no part), or of the whole match where
// the pattern has none. nullopt: no match.
std::optional<std::string> match_groups(const FieldOptions& options, std::string_view text);

}  // namespace kilter
