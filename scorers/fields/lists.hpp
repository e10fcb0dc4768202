// The list comparators: list_set, list_ordered, list_records. What an answer has too much or too
// little costs its share: the score is the sum over pairs / the longer length. Sums are exact
// integers, so that neither the order of pairs nor rounding changes a score. Pure, any thread.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/json/value.hpp"
#include "scorers/fields/comparator.hpp"

namespace kilter {

// A value that is no list is read as a list of one, flagged. Elements without value are dropped
// (list_ordered keeps their places); nothing left: absent. The canonical text is a JSON list,
// sorted but for list_ordered; rows with a key are sorted by it.
Reading read_list(const Field& field, const json::Value& value, std::size_t most);

// An object whose members are read by field.item; nullopt canonical where it is no object. For rows
// and the arguments of calls.
Reading read_row(const Field& field, const json::Value& value, std::size_t most);

double compare_lists(const Field& field, const Reading& gold, const Reading& answer);

// What one value inside a list contributes to the canonical text: its own; null where absent; an
// object where it has none, or would score 0 all the same.
json::Value entry_of(const Field& field, const Reading& reading, const json::Value* value);

// A stand-in for elements beyond the limit: how many, and the hash of their text.
json::Value entry_of_rest(const std::vector<json::Value>& elements, std::size_t from);

}  // namespace kilter
