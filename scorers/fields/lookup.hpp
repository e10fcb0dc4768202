// Finds a field's value in an answer by its dotted path, with an eye on keys that come twice, and
// finds members that nobody asked for. Pure, any thread.
#pragma once

#include <string_view>
#include <vector>

#include "base/json/value.hpp"
#include "suites/suite.hpp"

namespace kilter {

struct Found {
    // The first value at the path; nullptr: missing.
    const json::Value* value = nullptr;
    // The different values (the first eight) that duplicate keys on the way (or inside an object
    // value) offer. Empty: no conflict. nullptr stands for "missing in one of the duplicates".
    std::vector<const json::Value*> conflict;
    bool duplicate = false;  // a key came twice, with the same value
};

Found look_up(const json::Value& root, std::string_view path);

// Some member of the answer is neither a field, nor leads to one, nor is a property of the schema.
bool has_extra_keys(const Item& item, const json::Value& answer);

}  // namespace kilter
