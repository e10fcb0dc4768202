// The simulated engine's tokens: pieces of a text that put together are the text again. A piece
// begins at white space and holds at most six code points. No tokenizer of any model. Pure, any
// thread.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace kilter {

// Views into `text`; invalid UTF-8 counts byte by byte.
std::vector<std::string_view> sim_tokens(std::string_view text);

// The bytes that the first `tokens` tokens of `text` take.
std::size_t bytes_of_tokens(std::string_view text, std::size_t tokens);

}  // namespace kilter
