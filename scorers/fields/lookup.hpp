// Finds a field's value in an answer by its path, with an eye on keys that come twice: dots reach
// into objects, brackets through all elements of a list. Pure, any thread.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/json/value.hpp"

namespace kilter {

struct Found {
    // The first value at the path; nullptr: missing.
    const json::Value* value = nullptr;
    // The different values (the first eight) that duplicate keys on the way (or inside an object
    // value) offer. Empty: no conflict. nullptr stands for "missing in one of the duplicates".
    std::vector<const json::Value*> conflict;
    bool duplicate = false;  // a key came twice, with the same value
    // Owns what `value` points to where the path goes through a list: one value an element, null
    // where an element has none.
    std::shared_ptr<const json::Value> gathered;
};

Found look_up(const json::Value& root, std::string_view path);

}  // namespace kilter
