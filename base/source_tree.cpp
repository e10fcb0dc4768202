#include "base/source_tree.hpp"

#include <algorithm>
#include <utility>

namespace kilter::tree {
namespace {

bool is_any_of(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), text) != words.end();
}

bool is_name_start(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

json::Value scalar_to_json(const Node& node) {
    if (node.quoted) return json::make_string(node.text);
    if (is_any_of(node.text, {"", "~", "null", "Null", "NULL"})) return json::make_null();
    if (const std::optional<bool> boolean = as_boolean(node)) return json::make_boolean(*boolean);
    if (json::is_number_literal(node.text)) return json::make_number(node.text);
    return json::make_string(node.text);
}

}  // namespace

const Node* Node::find(std::string_view key) const {
    for (const Entry& entry : entries) {
        if (entry.key == key) return &entry.value;
    }
    return nullptr;
}

std::optional<bool> as_boolean(const Node& node) {
    if (node.kind != Kind::scalar || node.quoted) return std::nullopt;
    if (is_any_of(node.text, {"true", "True", "TRUE"})) return true;
    if (is_any_of(node.text, {"false", "False", "FALSE"})) return false;
    return std::nullopt;
}

json::Value to_json(const Node& node) {
    switch (node.kind) {
        case Kind::null:
            return json::make_null();
        case Kind::scalar:
            return scalar_to_json(node);
        case Kind::sequence: {
            json::Value array = json::make_array();
            array.items.reserve(node.items.size());
            for (const Node& item : node.items) array.items.push_back(to_json(item));
            return array;
        }
        case Kind::mapping: {
            json::Value object = json::make_object();
            object.members.reserve(node.entries.size());
            for (const Entry& entry : node.entries) {
                object.members.push_back({entry.key, to_json(entry.value)});
            }
            return object;
        }
    }
    return json::make_null();
}

bool is_name(std::string_view text) {
    constexpr std::size_t k_longest = 64;
    if (text.empty() || text.size() > k_longest || !is_name_start(text.front())) return false;
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return is_name_start(c) || c == '.' || c == '_' || c == '-'; });
}

}  // namespace kilter::tree
