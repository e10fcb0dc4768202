#include "suites/digest.hpp"

#include "base/json/write.hpp"
#include "base/sha256.hpp"
#include "suites/as_json.hpp"
#include "suites/words.hpp"

namespace kilter {
namespace {

json::Value word(std::string_view text) {
    return json::make_string(std::string{text});
}

json::Value what_is_sent(const Item& item) {
    json::Value out = json::make_object();
    out.set("id", json::make_string(item.id));
    out.set("messages", messages_to_json(item.messages));
    out.set("max_tokens",
            item.max_tokens ? json::make_integer(*item.max_tokens) : json::make_null());
    // Only a structured request carries the schema beside the prompt's text. As text, because the
    // order of its members reaches the engine too and canonical JSON would sort it away.
    out.set("response_schema",
            item.structured ? json::make_string(json::write(item.schema)) : json::make_null());
    // Left out where there are none, so that a suite without tools keeps its digest. As text: the
    // order of members is part of what is sent.
    if (!item.tools.empty()) {
        out.set("tools", json::make_string(json::write(tools_to_json(item.tools))));
    }
    return out;
}

json::Value what_scores(const Item& item) {
    json::Value fields = json::make_array();
    for (const Field& field : item.fields) fields.items.push_back(field_to_json(field));
    json::Value out = json::make_object();
    out.set("id", json::make_string(item.id));
    out.set("points", number_to_json(item.points));
    out.set("schema", item.schema);
    out.set("gold", item.gold);
    out.set("fields", std::move(fields));
    out.set("locale", word(to_word(item.locale)));
    out.set("format_policy", word(to_word(item.format_policy)));
    out.set("scoring", word(to_word(item.scoring)));
    out.set("extra_keys", word(to_word(item.extra_keys)));
    json::Value tools = json::make_array();
    for (const json::Value& tool : item.tools) {
        tools.items.push_back(word(tool_name(tool)));
    }
    out.set("tools", std::move(tools));
    out.set("gate", strings_to_json(item.gate));
    return out;
}

// The canonical JSON of {schema, items}, item by item: as one value it would take several times the
// memory of the suite. Members are sorted, so the items come first.
std::string digest_of(std::string_view schema, const Suite& suite,
                      json::Value (*part)(const Item&)) {
    Sha256 hash;
    hash.update("{\"items\":[");
    for (const Item& item : suite.items) {
        if (&item != &suite.items.front()) hash.update(",");
        hash.update(json::write_canonical(part(item)));
    }
    hash.update("],\"schema\":" + json::quote(schema) + "}");
    return hash.hex();
}

}  // namespace

std::string prompts_digest(const Suite& suite) {
    return digest_of("kilter.prompts/1", suite, what_is_sent);
}

std::string scoring_digest(const Suite& suite) {
    return digest_of("kilter.scoring/1", suite, what_scores);
}

}  // namespace kilter
