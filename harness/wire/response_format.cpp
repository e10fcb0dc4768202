#include "harness/wire/response_format.hpp"

#include "harness/wire/dialect.hpp"

namespace kilter {

json::Value response_format(const json::Value& schema, Dialect dialect) {
    const SchemaForm form = traits_of(dialect).schema;
    json::Value out;
    if (form == SchemaForm::in_json_object || form == SchemaForm::in_json) {
        const char* type = form == SchemaForm::in_json ? "json" : "json_object";
        out.set("type", json::make_string(type));
        out.set("schema", schema);
        return out;
    }
    json::Value named;
    named.set("name", json::make_string("answer"));
    // Without it some engines take the schema as advice only.
    if (form == SchemaForm::named_strict) named.set("strict", json::make_boolean(true));
    named.set("schema", schema);
    out.set("type", json::make_string("json_schema"));
    out.set("json_schema", std::move(named));
    return out;
}

}  // namespace kilter
