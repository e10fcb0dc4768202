#include <charconv>
#include <utility>

#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "scorers/fields/records.hpp"
#include "scorers/fields/score_item.hpp"

namespace kilter {
namespace {

json::Value text_or_null(const std::optional<std::string>& text) {
    return text ? json::make_string(*text) : json::make_null();
}

std::optional<std::string> text_of(const json::Value* value) {
    if (value == nullptr || !value->is_string()) return std::nullopt;
    return value->text;
}

FieldClass class_of(std::string_view word) {
    for (const FieldClass known :
         {FieldClass::tp, FieldClass::fd, FieldClass::fn, FieldClass::fa, FieldClass::tn,
          FieldClass::wrong_tool, FieldClass::missed_call}) {
        if (to_word(known) == word) return known;
    }
    return FieldClass::unavailable;
}

double number_of(const json::Value* value) {
    double number = 0;
    if (value != nullptr && value->is_number()) {
        std::from_chars(value->text.data(), value->text.data() + value->text.size(), number);
    }
    return number;
}

}  // namespace

std::string fields_to_json(const std::vector<FieldResult>& fields) {
    json::Value list = json::make_array();
    for (const FieldResult& field : fields) {
        json::Value one = json::make_object();
        one.set("field", json::make_string(field.field));
        one.set("raw", text_or_null(field.raw));
        one.set("canonical", text_or_null(field.canonical));
        one.set("gold", field.gold);
        one.set("class", json::make_string(std::string(to_word(field.field_class))));
        one.set("score", score_to_json(field.score));
        json::Value flags = json::make_array();
        for (const std::string& flag : field.flags) flags.items.push_back(json::make_string(flag));
        one.set("flags", std::move(flags));
        if (!field.reason.empty()) one.set("reason", json::make_string(field.reason));
        list.items.push_back(std::move(one));
    }
    return json::write(list);
}

std::vector<FieldResult> fields_from_json(std::string_view text) {
    std::vector<FieldResult> fields;
    const json::ReadOutcome read = json::read(text);
    if (!read.ok || !read.value.is_array()) return fields;
    for (const json::Value& one : read.value.items) {
        FieldResult field;
        field.field = text_of(one.find("field")).value_or("");
        field.raw = text_of(one.find("raw"));
        field.canonical = text_of(one.find("canonical"));
        if (const json::Value* gold = one.find("gold")) field.gold = *gold;
        field.field_class = class_of(text_of(one.find("class")).value_or(""));
        field.score = number_of(one.find("score"));
        if (const json::Value* flags = one.find("flags")) {
            for (const json::Value& flag : flags->items) field.flags.push_back(flag.text);
        }
        field.reason = text_of(one.find("reason")).value_or("");
        fields.push_back(std::move(field));
    }
    return fields;
}

}  // namespace kilter
