// Reads `tools` of an item: the definitions that are sent with the request, as they stand. Within
// suites/ only. One thread.
#pragma once

#include <vector>

#include "suites/documents_reader.hpp"

namespace kilter {

// [{type: function, function: {name, description?, parameters?}}]; names unique.
std::vector<json::Value> read_tools(const tree::Node& node, const PartContext& context);

}  // namespace kilter
