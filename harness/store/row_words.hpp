// How small things stand in a column: text states, flags, tool calls. Both directions, so that
// writer and reader agree. Pure, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/wire/completion.hpp"

namespace kilter {

std::string_view state_word(TextState state);
TextState state_from(std::string_view word);  // an unknown word reads as absent

std::string join_flags(const std::vector<std::string>& flags);  // comma separated
std::vector<std::string> split_flags(std::string_view text);

// Of a channel's text; empty where there is none. `known`: the same, where it was taken already.
std::string text_sha256(const ChannelText& channel, const std::string& known = {});

// One hash over names and arguments in order, length-prefixed; empty where there are no calls.
std::string tool_calls_sha256(const std::vector<ToolCall>& calls);

}  // namespace kilter
