// Writes json::Value as text: number literals as they stand, strings escaped minimally, invalid
// UTF-8 as U+FFFD, never a throw. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "base/json/value.hpp"

namespace kilter::json {

// Compact, members in their order.
std::string write(const Value& value);
// Two spaces a level, members in their order; for people.
std::string write_pretty(const Value& value);
// For digests: compact, members sorted by key bytes (stable for duplicates).
std::string write_canonical(const Value& value);
// "..." with quotes.
std::string quote(std::string_view text);

// The same, behind what `out` holds already.
void append(std::string& out, const Value& value);
void append_canonical(std::string& out, const Value& value);
void append_quoted(std::string& out, std::string_view text);

}  // namespace kilter::json
