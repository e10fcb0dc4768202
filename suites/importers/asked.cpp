#include "suites/importers/asked.hpp"

#include <algorithm>
#include <utility>

namespace kilter {
namespace {

using json::Value;

// The member of that name, made where it is missing. Not kept across other changes of `object`.
Value& member_of(Value& object, std::string_view key) {
    object.kind = json::Kind::object;
    const auto found = std::find_if(object.members.begin(), object.members.end(),
                                    [&](const json::Member& member) { return member.key == key; });
    if (found != object.members.end()) return found->value;
    object.members.push_back({std::string{key}, json::make_null(), 0});
    return object.members.back().value;
}

std::string_view take_segment(std::string_view& path) {
    const std::string_view segment = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(path.size(), segment.size() + 1));
    return segment;
}

void add_schema(Value& object, std::string_view path, const Value& leaf) {
    const std::string_view key = take_segment(path);
    object.set("type", json::make_string("object"));
    Value& property = member_of(member_of(object, "properties"), key);
    if (path.empty()) {
        property = leaf;
    } else {
        add_schema(property, path, leaf);
    }
}

// After all properties are known: what is required, and that nothing else is welcome.
void close_objects(Value& schema) {
    const Value* properties = schema.find("properties");
    if (properties == nullptr) return;
    Value required = json::make_array();
    for (const json::Member& one : properties->members) {
        required.items.push_back(json::make_string(one.key));
    }
    for (json::Member& one : member_of(schema, "properties").members) {
        if (one.value.find("properties") != nullptr) close_objects(one.value);
    }
    schema.set("required", std::move(required));
    schema.set("additionalProperties", json::make_boolean(false));
}

}  // namespace

Value nullable(std::string_view type) {
    Value types = json::make_array();
    types.items.push_back(json::make_string(std::string{type}));
    types.items.push_back(json::make_string("null"));
    return json::make_object({{"type", std::move(types), 0}});
}

Value nullable_list(Value items) {
    Value schema = nullable("array");
    schema.set("items", std::move(items));
    return schema;
}

Value row_schema(const std::vector<AskedField>& columns) {
    Value properties = json::make_object();
    for (const AskedField& column : columns) properties.set(column.path, column.schema);
    Value schema = json::make_object();
    schema.set("type", json::make_string("object"));
    schema.set("properties", std::move(properties));
    schema.set("additionalProperties", json::make_boolean(false));
    return schema;
}

Value compare_rows(const std::vector<AskedField>& columns) {
    return compare_with("list_records", {{"item", fields_of(columns), 0}});
}

Value compare_with(std::string_view word, std::initializer_list<json::Member> options) {
    Value value = json::make_object({{"compare", json::make_string(std::string{word}), 0}});
    value.members.insert(value.members.end(), options);
    return value;
}

Value text_or_null(const std::string& text) {
    return text.empty() ? json::make_null() : json::make_string(text);
}

Value number_or_null(const std::string& literal) {
    return literal.empty() ? json::make_null() : json::make_number(literal);
}

Value schema_of(const std::vector<AskedField>& asked) {
    Value schema = json::make_object();
    for (const AskedField& field : asked) add_schema(schema, field.path, field.schema);
    close_objects(schema);
    return schema;
}

Value gold_of(const std::vector<AskedField>& asked) {
    Value gold = json::make_object();
    for (const AskedField& field : asked) {
        Value* at = &gold;
        for (std::string_view path = field.path; !path.empty();) {
            at = &member_of(*at, take_segment(path));
        }
        *at = field.gold;
    }
    return gold;
}

Value fields_of(const std::vector<AskedField>& asked) {
    Value fields = json::make_object();
    for (const AskedField& field : asked) fields.set(field.path, field.compare);
    return fields;
}

std::string list_in_words(const std::vector<AskedField>& asked, std::string_view lang) {
    std::string words;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (i > 0) words += i + 1 < asked.size() ? ", " : lang == "hu" ? " és " : " and ";
        words += asked[i].path;
    }
    return words;
}

}  // namespace kilter
