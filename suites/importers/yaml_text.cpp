#include "suites/importers/yaml_text.hpp"

#include <algorithm>
#include <array>

#include "base/json/write.hpp"
#include "base/text/normalize.hpp"

namespace kilter {
namespace {

using json::Kind;
using json::Value;

// Words that YAML, of any version, reads as something else than text.
constexpr std::array<std::string_view, 8> k_taken{"true", "false", "null", "yes",
                                                  "no",   "on",    "off",  "nan"};

bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

bool is_plain_word(std::string_view text) {
    if (text.size() < 2 || !is_lower(text[0])) return false;
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
        return is_lower(c) || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '.';
    });
    return plain && std::find(k_taken.begin(), k_taken.end(), case_fold(text)) == k_taken.end();
}

std::string key_text(const std::string& key) {
    return is_plain_word(key) ? key : json::quote(key);
}

bool is_scalar(const Value& value) {
    return value.kind != Kind::array && value.kind != Kind::object;
}

// On one line: scalars, empty things, and lists of scalars.
std::string inline_text(const Value& value) {
    if (value.is_string()) return is_plain_word(value.text) ? value.text : json::quote(value.text);
    if (!value.is_array()) return value.is_object() ? "{}" : json::write(value);
    std::string text = "[";
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        text += (i > 0 ? ", " : "") + inline_text(value.items[i]);
    }
    return text + "]";
}

bool fits_a_line(const Value& value) {
    if (value.is_object()) return value.members.empty();
    return is_scalar(value) || std::all_of(value.items.begin(), value.items.end(), is_scalar);
}

void append_object(const Value& object, const std::string& indent, std::string& out);

// Behind "key:" or "-".
void append_value(const Value& value, const std::string& indent, std::string& out) {
    if (fits_a_line(value)) {
        out += " " + inline_text(value) + "\n";
        return;
    }
    out += "\n";
    if (value.is_object()) {
        append_object(value, indent + "  ", out);
        return;
    }
    for (const Value& item : value.items) {
        out += indent + "  -";
        append_value(item, indent + "  ", out);
    }
}

void append_object(const Value& object, const std::string& indent, std::string& out) {
    for (const json::Member& member : object.members) {
        out += indent + key_text(member.key) + ":";
        append_value(member.value, indent, out);
    }
}

}  // namespace

std::string yaml_text(const Value& object) {
    std::string out;
    append_object(object, "", out);
    return out;
}

}  // namespace kilter
