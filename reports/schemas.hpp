// JSON Schemas (draft 2020-12) of the documents that kilter prints, and of the config and the suite
// that it reads; the files lie in reports/schemas and are compiled in. Of a document they say what
// is there at least: keys may be added within one schema number. Any thread.
#pragma once

#include <string_view>
#include <vector>

namespace kilter {

struct NamedSchema {
    std::string_view name;  // board, show, ..., config, suite
    std::string_view text;
};

const std::vector<NamedSchema>& json_schemas();  // by name, ascending

}  // namespace kilter
