#include "scorers/fields/lookup.hpp"

#include <algorithm>
#include <string>

namespace kilter {
namespace {

// Enough to show; a hostile answer may have a key a million times.
constexpr std::size_t k_most_conflicts = 8;

using Values = std::vector<const json::Value*>;

// Every value that the path reaches: duplicates branch. nullptr: one branch ends early.
void reach(const json::Value& value, std::string_view path, Values& out) {
    const std::size_t dot = path.find('.');
    const std::string_view key = path.substr(0, dot);
    bool any = false;
    for (const json::Member& member : value.members) {
        if (member.key != key) continue;
        any = true;
        if (dot == std::string_view::npos) {
            out.push_back(&member.value);
        } else {
            reach(member.value, path.substr(dot + 1), out);
        }
    }
    if (!any) out.push_back(nullptr);
}

bool same(const json::Value* a, const json::Value* b) {
    if (a == nullptr || b == nullptr) return a == b;
    return json::identical(*a, *b);
}

// A key twice with different values, anywhere inside. Members are compared with the first of their
// name only; sorting keeps wide objects cheap.
bool contradicts_itself(const json::Value& value) {
    for (const json::Value& item : value.items) {
        if (contradicts_itself(item)) return true;
    }
    std::vector<const json::Member*> members;
    members.reserve(value.members.size());
    for (const json::Member& member : value.members) {
        if (contradicts_itself(member.value)) return true;
        members.push_back(&member);
    }
    std::stable_sort(members.begin(), members.end(),
                     [](const auto* a, const auto* b) { return a->key < b->key; });
    const auto conflict = [](const auto* a, const auto* b) {
        return a->key == b->key && !json::identical(a->value, b->value);
    };
    return std::adjacent_find(members.begin(), members.end(), conflict) != members.end();
}

// Does `path` equal the field's path or lead to it?
bool leads_to(std::string_view path, std::string_view field) {
    return field.substr(0, path.size()) == path &&
           (field.size() == path.size() || field[path.size()] == '.');
}

const json::Value* property(const json::Value* schema, std::string_view key) {
    const json::Value* properties = schema == nullptr ? nullptr : schema->find("properties");
    return properties == nullptr ? nullptr : properties->find(key);
}

bool extra_below(const Item& item, const json::Value& object, const std::string& prefix,
                 const json::Value* schema) {
    for (const json::Member& member : object.members) {
        const std::string path = prefix + member.key;
        const json::Value* inner = property(schema, member.key);
        bool leads = false;
        bool is_field = false;
        for (const Field& field : item.fields) {
            leads |= leads_to(path, field.path);
            is_field |= path == field.path;
        }
        if (!leads && inner == nullptr) return true;
        if (leads && !is_field && extra_below(item, member.value, path + ".", inner)) return true;
    }
    return false;
}

}  // namespace

Found look_up(const json::Value& root, std::string_view path) {
    Found found;
    Values reached;
    reach(root, path, reached);
    found.value = reached.front();
    found.duplicate = reached.size() > 1;
    for (const json::Value* value : reached) {
        const bool known = std::any_of(found.conflict.begin(), found.conflict.end(),
                                       [value](const auto* other) { return same(value, other); });
        if (!known) found.conflict.push_back(value);
        if (found.conflict.size() == k_most_conflicts) break;
    }
    const bool inside = found.value != nullptr && contradicts_itself(*found.value);
    if (found.conflict.size() == 1 && !inside) found.conflict.clear();
    return found;
}

bool has_extra_keys(const Item& item, const json::Value& answer) {
    return extra_below(item, answer, "", item.schema.is_null() ? nullptr : &item.schema);
}

}  // namespace kilter
