// Schemas and gold of suite files: compiles the one, holds the other against it, and reports
// problems at their line and column. Within suites/ only. One thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source_tree.hpp"
#include "suites/field_reader.hpp"
#include "suites/schema.hpp"

namespace kilter {

// nullopt and at least one error where `schema` is none, or beyond the supported subset.
std::optional<SchemaCheck> compile_schema(const tree::Node& schema, const std::string& file,
                                          const std::string& what, Diagnostics& diagnostics);

// True where the gold is an answer that the schema allows. Gold of judged fields may be missing;
// null also fits where leaving the key out would.
bool check_gold_fits(const tree::Node& gold, const std::string& file, const std::string& what,
                     const std::vector<FieldDraft>& fields, const SchemaCheck& schema,
                     Diagnostics& diagnostics);

}  // namespace kilter
