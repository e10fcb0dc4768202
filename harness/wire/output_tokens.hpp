// The output tokens that a raw body lists, where the request asked for them: ids
// (choices[].token_ids) or log probabilities (choices[].logprobs.content[].token, and the older
// choices[].logprobs.tokens). A chunk of a stream is not a token: a body without such lists has
// none. Pure, any thread; never throws.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kilter {

struct OutputTokens {
    std::string source;               // "token_ids", "logprobs"; empty: the body lists none
    std::vector<std::string> tokens;  // of the first choice, in order; an id as its digits
};

OutputTokens output_tokens(std::string_view body);

// Index of the first token that differs; where one list ends, its length. nullopt: equal lists, no
// list, or lists of two kinds.
std::optional<std::size_t> first_token_apart(const OutputTokens& a, const OutputTokens& b);

}  // namespace kilter
