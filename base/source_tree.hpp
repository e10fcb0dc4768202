// YAML or JSON text as a tree with positions; mapping_reader.hpp, included here, checks it key by
// key. Scalars stay text: nothing is turned into a number by the YAML library. Refused, with their
// place: invalid UTF-8 (with its byte offset), control characters, duplicate keys, anchors,
// aliases, tags, a second document, depth beyond 64. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/json/value.hpp"
#include "base/mapping_reader.hpp"

namespace kilter::tree {

inline constexpr int k_max_depth = 64;  // sequences and mappings inside each other

enum class Kind { null, scalar, sequence, mapping };

struct Entry;

struct Node {
    Kind kind = Kind::null;
    std::string text;     // scalar, as written (escapes of quoted scalars resolved)
    bool quoted = false;  // scalar in quotes or a block scalar: always text
    SourcePosition at;
    std::vector<Node> items;
    std::vector<Entry> entries;

    const Node* find(std::string_view key) const;
};

struct Entry {
    std::string key;
    SourcePosition key_at;
    Node value;
};

// nullopt and at least one error in `diagnostics` where the text cannot be used.
// An empty document is a null node.
std::optional<Node> read_yaml(std::string_view text, std::string_view file,
                              Diagnostics& diagnostics);
// One JSON document; `line` is the line of the file where it stands (JSON Lines).
std::optional<Node> read_json(std::string_view text, std::string_view file, int line,
                              Diagnostics& diagnostics);

// Gold and schemas: an unquoted scalar becomes null (empty, ~, null, Null, NULL), a boolean (true,
// True, TRUE, false, False, FALSE), or a number where it is written as JSON writes one; everything
// else, `2026-11-10`, `0034` and `no` too, is a string.
json::Value to_json(const Node& node);

// An unquoted true or false in one of the spellings above.
std::optional<bool> as_boolean(const Node& node);

// [A-Za-z0-9][A-Za-z0-9._-]{0,63}
bool is_name(std::string_view text);

}  // namespace kilter::tree
