// Replaces a key in what was read of a response: in pieces (deltas) or as escapes it passes the
// filter of the bytes, and only the reader joins it. Pure, any thread.
#pragma once

#include <string>
#include <string_view>

#include "harness/wire/response.hpp"

namespace kilter {

// Kept in place of a body whose bytes spell the key in a way that cannot be replaced.
inline constexpr std::string_view k_withheld_body =
    "[withheld: this body spelled the API key in pieces or escapes]";

// True: something was replaced, and the completion is flagged secret_replaced.
bool hide_secret(WireResult& result, const std::string& key);

}  // namespace kilter
