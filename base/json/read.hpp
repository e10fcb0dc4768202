// The strict JSON reader (RFC 8259) for all that engines, models and files send: exact number
// literals, duplicate keys kept, byte offsets, a depth limit. Never throws, never recurses past the
// limit. Lone surrogate escapes and invalid UTF-8 become U+FFFD and are flagged. Any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/json/value.hpp"

namespace kilter::json {

struct ReadOptions {
    int max_depth = 256;
    bool allow_trailing = false;  // stop after the first value instead of demanding the end
    // Strings as they came: lone surrogate escapes stay as three bytes each (WTF-8), unflagged, for
    // a caller who joins strings that were cut between the two halves of a pair; invalid bytes
    // stay, flagged.
    bool keep_surrogates = false;
};

struct ReadOutcome {
    bool ok = false;
    Value value;
    std::size_t end = 0;  // byte after the value
    // ok == false: where and why, as in "unexpected '}'", "nesting deeper than 256".
    std::size_t error_offset = 0;
    std::string error;
    bool too_deep = false;
    bool repaired_surrogate = false;  // a lone \uD8xx or \uDCxx was replaced
    bool repaired_utf8 = false;       // invalid bytes inside a string: replaced, or kept
    bool duplicate_keys = false;      // some object has a key twice
};

// A BOM and white space around the value are allowed.
ReadOutcome read(std::string_view text, const ReadOptions& options = {});

}  // namespace kilter::json
