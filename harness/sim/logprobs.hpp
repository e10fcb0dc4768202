// The logprobs of a simulated engine: for each token of an answer a list of candidates with their
// number texts, made from a seed, moved from request to request as the scenario says, and replaced
// literally where it names a text. Reading the rules from YAML is logprobs_reader.hpp. Plain data
// and pure functions, any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kilter {

// What becomes of a request that asks for logprobs.
enum class LogprobAnswer {
    given,
    null,     // the member is there and null
    ignored,  // the member is not sent
    refused,  // a 400
};

// What is not the same in every variant.
enum class LogprobMove {
    none,
    values,  // the candidates after the first, by 0.25 to `most` nats, downwards
    order,   // two candidates of one value change places in every second variant
    set,     // the last candidate is another token in every second variant
};

// One number, or one candidate, put in by hand.
struct PutLogprob {
    std::optional<long long> variant;  // nullopt: in all of them
    std::size_t token = 0, rank = 0;   // rank 0: the first candidate, and the token's own number
    bool left_out = false;             // the candidate is not in the list
    std::string text;                  // the JSON literal in place of the number
};

struct LogprobRules {
    LogprobAnswer answer = LogprobAnswer::given;
    std::uint64_t seed = 1;
    std::size_t limit = 20;  // a larger top_logprobs is a 400
    LogprobMove moves = LogprobMove::none;
    std::size_t from = 0;           // the first token (from 0) that moves
    std::optional<std::size_t> to;  // the last one; nullopt: all that follow
    long long most = 3000;          // thousandths of a nat
    long long variants = 0;         // they repeat after so many; 0: never
    std::vector<PutLogprob> put;
};

// The entry of `choices[].logprobs.content` for one token, as JSON. `position` counts the tokens of
// the answer from 0, `variant` 0 is the one that does not move, `top` is at most 40.
std::string logprob_entry(const LogprobRules& rules, std::string_view token, std::size_t position,
                          long long variant, std::size_t top);

}  // namespace kilter
