// What a request's max_tokens and logprobs do to a scripted answer: the text cut at so many tokens
// of the simulated engine, and one logprob entry for each that is left. No I/O. Pure, any thread.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/sim/scenario.hpp"

namespace kilter {

// The reply's first `max_tokens` tokens, reasoning first; a reply that has more ends by length. Cut
// inside the reasoning, the content is null.
Reply cut_reply(const Reply& reply, long long max_tokens);

long long reply_tokens(const Reply& reply);

// For reasoning and content in one row, as engines give them.
std::vector<std::string> reply_logprobs(const Reply& reply, const LogprobRules& rules,
                                        long long variant, std::size_t top);

}  // namespace kilter
