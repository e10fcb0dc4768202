#include "scorers/fields/lookup.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text/normalize.hpp"

namespace kilter {
namespace {

// Enough to show; a hostile answer may have a key a million times.
constexpr std::size_t k_most_conflicts = 8;

using Values = std::vector<const json::Value*>;

// Equal as text: composed and decomposed letters of a key are the same key.
bool same_key(std::string_view a, std::string_view b) {
    if (a == b) return true;
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    return !std::all_of(a.begin(), a.end(), is_ascii) && nfc(a) == nfc(b);
}

// Every value that the path reaches: duplicates branch. nullptr: one branch ends early.
void reach(const json::Value& value, std::string_view path, Values& out) {
    const std::size_t dot = path.find('.');
    const std::string_view key = path.substr(0, dot);
    bool any = false;
    for (const json::Member& member : value.members) {
        if (!same_key(member.key, key)) continue;
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

// Everything behind "[]" of a path, from each element into one list; null where an element has no
// such value.
void gather(const json::Value& list, std::string_view rest, json::Value& out) {
    const auto take = [&](const json::Value& element) {
        if (rest.empty()) {
            out.items.push_back(element);
            return;
        }
        const std::string_view path = rest.substr(1);  // behind the dot
        const auto brackets = path.find("[]");
        Values reached;
        reach(element, path.substr(0, brackets), reached);
        const json::Value* value = reached.front();
        if (value == nullptr) {
            out.items.push_back(json::make_null());
        } else if (brackets == std::string_view::npos) {
            out.items.push_back(*value);
        } else {
            gather(*value, path.substr(brackets + 2), out);
        }
    };
    if (!list.is_array()) return take(list);  // one row where a list of rows was asked for
    for (const json::Value& element : list.items) take(element);
}

Found look_up_plain(const json::Value& root, std::string_view path) {
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

}  // namespace

Found look_up(const json::Value& root, std::string_view path) {
    const auto brackets = path.find("[]");
    Found found = look_up_plain(root, path.substr(0, brackets));
    const bool plain = brackets == std::string_view::npos;
    if (plain || found.value == nullptr || found.value->is_null() || !found.conflict.empty()) {
        return found;
    }
    auto gathered = std::make_shared<json::Value>(json::make_array());
    gather(*found.value, path.substr(brackets + 2), *gathered);
    found.value = gathered.get();
    found.gathered = std::move(gathered);
    return found;
}

}  // namespace kilter
