// Parts of a suite as JSON values, shared by the digests and the stored form, so that what is
// hashed and what is kept cannot drift apart. Within suites/ only. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "base/json/value.hpp"
#include "suites/suite.hpp"

namespace kilter {

// Shortest literal that reads back as the same double; `value` is finite.
json::Value number_to_json(double value);
json::Value strings_to_json(const std::vector<std::string>& texts);
// The definitions in their order; null where there are none.
json::Value tools_to_json(const std::vector<json::Value>& tools);
json::Value messages_to_json(const std::vector<Message>& messages);
// Every option is written, defaults too: a later default changes no digest.
json::Value field_to_json(const Field& field);

}  // namespace kilter
