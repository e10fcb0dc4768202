// The compiled form of a schema: one node for every subschema, linked by index. Made by
// schema_compile.cpp and schema_references.cpp, read by schema_validate.cpp. Within suites/ only.
// Plain data, immutable once made: any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/decimal.hpp"
#include "base/json/value.hpp"
#include "suites/schema.hpp"
#include "suites/schema_pattern.hpp"

namespace kilter {

using SchemaIndex = std::size_t;  // into SchemaProgram::nodes

struct SchemaBound {
    Decimal value;
    std::string literal;  // as written, for messages
};

struct SchemaNode {
    std::string pointer;             // where it stands in the schema
    bool rejects = false;            // the schema `false`
    std::vector<std::string> types;  // empty: any

    std::optional<std::set<std::string>> values;  // enum; canonical_text of each
    std::optional<std::string> constant;          // const; the same

    std::optional<SchemaBound> minimum, maximum, exclusive_minimum, exclusive_maximum, multiple_of;

    std::optional<std::size_t> min_length, max_length;  // code points
    std::shared_ptr<const SchemaPattern> pattern;       // null: none
    std::string pattern_text;

    std::vector<SchemaIndex> prefix_items;
    std::optional<SchemaIndex> items;
    std::optional<std::size_t> min_items, max_items;
    bool unique_items = false;

    std::map<std::string, SchemaIndex, std::less<>> properties;
    std::optional<SchemaIndex> additional, property_names;
    std::vector<std::string> required;
    std::map<std::string, std::vector<std::string>, std::less<>> dependent_required;
    std::optional<std::size_t> min_properties, max_properties;

    std::vector<SchemaIndex> all_of, any_of, one_of;
    std::optional<SchemaIndex> negated;    // not
    std::optional<std::string> reference;  // the pointer that $ref names
    std::optional<SchemaIndex> target;     // ... and its node
};

struct SchemaProgram {
    std::vector<SchemaNode> nodes;  // the first is the root
};

// Appends the nodes of `schema` and all below it; problems are gathered.
void compile_nodes(const json::Value& schema, SchemaProgram& program,
                   std::vector<SchemaProblem>& problems);
// Links every $ref to its node, and refuses schemas that apply themselves to the same value.
void link_references(SchemaProgram& program, std::vector<SchemaProblem>& problems);

}  // namespace kilter
