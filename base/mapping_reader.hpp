// Checks one mapping of a source tree key by key: every wrong type, missing and unknown key becomes
// a diagnostic, and reading goes on with the default. What it is not: a schema. The node and the
// diagnostics outlive the reader. One thread.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"

namespace kilter::tree {

struct Node;  // base/source_tree.hpp

class MappingReader {
  public:
    // `what` names the mapping in messages, as in "engine" or "item 'T1-01'".
    MappingReader(const Node& node, std::string file, std::string what, Diagnostics& diagnostics);

    bool is_mapping() const { return mapping_; }
    const Node* optional(std::string_view key);  // marks it as known; nullptr: absent
    const Node* required(std::string_view key);  // absent: an error, and nullptr

    // Typed values: nullopt (or the empty one) where the key is absent or its value is wrong. A
    // null is wrong for all of them. Text may stand without quotes; numbers and booleans must.
    std::optional<std::string> string(std::string_view key);
    std::string required_string(std::string_view key);
    std::optional<bool> boolean(std::string_view key);
    std::optional<long long> integer(std::string_view key, long long low, long long high);
    // The literal of a plain decimal number, checked; e.g. "0.6".
    std::optional<std::string> number(std::string_view key);
    std::optional<std::string> one_of(std::string_view key,
                                      std::initializer_list<std::string_view> words);
    std::vector<std::string> strings(std::string_view key);  // a sequence of scalars, or one scalar

    void error(SourcePosition at, std::string message);
    // Reports the keys that nobody asked for, with a near miss where there is one.
    void finish();

  private:
    const Node& node_;
    std::string file_;
    std::string what_;
    Diagnostics& diagnostics_;
    bool mapping_ = false;
    std::vector<std::string> known_;
};

}  // namespace kilter::tree
