#include "harness/wire/response_format.hpp"

namespace kilter {

json::Value response_format(const json::Value& schema, Dialect dialect) {
    json::Value out;
    if (dialect == Dialect::llama_cpp) {
        // Builds differ in where they look under "json_schema"; all of them take this form.
        out.set("type", json::make_string("json_object"));
        out.set("schema", schema);
        return out;
    }
    if (dialect == Dialect::tensorrt_llm) {
        out.set("type", json::make_string("json"));
        out.set("schema", schema);
        return out;
    }
    json::Value named;
    named.set("name", json::make_string("answer"));
    // Without it some engines take the schema as advice only.
    if (dialect != Dialect::ollama) named.set("strict", json::make_boolean(true));
    named.set("schema", schema);
    out.set("type", json::make_string("json_schema"));
    out.set("json_schema", std::move(named));
    return out;
}

}  // namespace kilter
