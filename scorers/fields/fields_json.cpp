#include <charconv>
#include <utility>

#include "base/json/object_text.hpp"
#include "base/json/read.hpp"
#include "base/json/real.hpp"
#include "scorers/fields/score_item.hpp"

namespace kilter {
namespace {

void append_text_or_null(std::string& out, const std::optional<std::string>& text) {
    if (text)
        json::append_quoted(out, *text);
    else
        out += "null";
}

void append_field(std::string& out, const FieldResult& field) {
    json::ObjectText object(out);
    object.text("field", field.field);
    append_text_or_null(object.member("raw"), field.raw);
    append_text_or_null(object.member("canonical"), field.canonical);
    json::append(object.member("gold"), field.gold);
    object.text("class", to_word(field.field_class));
    json::append_real(object.member("score"), field.score);
    json::append_texts(object.member("flags"), field.flags);
    if (!field.reason.empty()) object.text("reason", field.reason);
    object.close();
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
    std::string out;
    json::append_list(out, fields, append_field);
    return out;
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
