// JSON Schema: compiles a schema of the stated subset of draft 2020-12 (docs/json-schema.md) and
// checks values against it. A keyword outside the subset is an error, never ignored. Numbers are
// exact decimals. Reads no file and follows no remote reference; work and depth are bounded.
// Immutable once compiled: any thread.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/json/value.hpp"

namespace kilter {

struct SchemaProblem {
    std::string pointer;  // JSON Pointer into the schema (compile) or the value (validate)
    std::string message;  // "must be of type number or null, but is a string"
};

struct SchemaProgram;

class SchemaCheck {
  public:
    // nullopt and at least one problem where the schema cannot be used.
    static std::optional<SchemaCheck> compile(const json::Value& schema,
                                              std::vector<SchemaProblem>& problems);

    // Empty: the value fits. The first 20 problems, in the order of the value. A value that takes
    // more than a bounded amount of work to check does not fit, and the message says so.
    // `may_be_missing` holds pointers of members that `required` does not ask for.
    std::vector<SchemaProblem> validate(const json::Value& value,
                                        const std::set<std::string>& may_be_missing = {}) const;

  private:
    explicit SchemaCheck(std::shared_ptr<const SchemaProgram> program);

    std::shared_ptr<const SchemaProgram> program_;
};

}  // namespace kilter
