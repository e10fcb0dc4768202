// Asks an engine what it supports, by small requests, one at a time. They are built like those of a
// run: the config's sampling, extra_body and dialect. They warm the engine's caches, so nobody asks
// unless told to. Loop's thread.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <string>
#include <vector>

#include "base/json/value.hpp"
#include "harness/engine/engine_client.hpp"
#include "harness/wire/capability.hpp"

namespace kilter {

// The exchange as read by the same rules as a trial's.
SmallReply small_reply(const HttpExchange& exchange, const EngineConfig& engine);

struct EngineCapabilities {
    int requests = 0;     // sent
    std::string problem;  // why the engine could not be asked; empty: it was. `all` is empty then
    std::vector<Capability> all;
};

// The most questions that one engine is sent, each once more where the connection broke; the
// largest prompt has about 1,300 tokens, the others a sentence, and no answer is longer than 256
// tokens.
inline constexpr int k_most_capability_requests = 14;

// `dialect` is resolved. `salt_seed`: whatever differs from one asking to the next; salts of the
// cold requests come from it. Never throws for what the engine does.
boost::asio::awaitable<EngineCapabilities> ask_capabilities(EngineClient& client,
                                                            EngineConfig engine, Dialect dialect,
                                                            RequestParams params,
                                                            std::string api_key,
                                                            std::string salt_seed);

// {"logprobs": {"support": "yes", "value": null, "detail": null}, ...}
json::Value to_json(const std::vector<Capability>& capabilities);

}  // namespace kilter
