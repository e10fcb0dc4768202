// Finds out by asking how many alternatives per token an engine lists: one token of a small prompt,
// asked for in the very form that a probe uses, with 20 alternatives first and fewer where that is
// refused. Not the probe: what it asks is no prompt of a probe and nothing of it is kept. Loop's
// thread.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <optional>
#include <string>

#include "harness/engine/engine_client.hpp"

namespace kilter {

inline constexpr int k_most_logprobs = 20;  // what most engines allow at most

struct LogprobLimit {
    int requests = 0;        // sent
    std::optional<int> top;  // what a probe may ask for; nullopt: it lists no log probabilities
    // Why fewer than 20, or why none, in the engine's own words; empty where 20 are listed. Its
    // key is withheld.
    std::string reason;
    std::string problem;  // why it could not be asked; empty: it was
};

// `dialect` is resolved; `params` are those of the probe (logprobs and stream are set here). Never
// throws for what the engine does.
boost::asio::awaitable<LogprobLimit> ask_logprob_limit(EngineClient& client, EngineConfig engine,
                                                       Dialect dialect, RequestParams params,
                                                       std::string api_key);

}  // namespace kilter
