// JSON Schemas (draft 2020-12) of the documents that the reading commands print; the files lie in
// reports/schemas and are compiled in. They say what is there at least: keys may be added within
// one schema number. Any thread.
#pragma once

#include <string_view>
#include <vector>

namespace kilter {

struct NamedSchema {
    std::string_view name;  // board, show, list, plan
    std::string_view text;
};

const std::vector<NamedSchema>& json_schemas();  // by name, ascending

}  // namespace kilter
