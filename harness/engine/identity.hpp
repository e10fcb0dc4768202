// Asks an engine who it is: /v1/models first, then what its dialect offers (/props, /version, ...).
// Keeps an allowlist of members only: an engine's info page may hold its API key. Loop's thread.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/json/value.hpp"
#include "harness/engine/engine_client.hpp"

namespace kilter {

struct EngineIdentity {
    bool reachable = false;
    Dialect dialect =
        Dialect::openai;      // the config's, or what the answers show where it is automatic
    json::Value fingerprint;  // object: allowlisted members, Server header
    std::vector<std::string> models;  // ids; empty where /v1/models is not served
    // One clear line, empty when all is well: unreachable, wrong key (401/403), model not listed,
    // wrong URL (404, HTML), each with what to do.
    std::string problem;
    bool fatal = false;  // the engine cannot be asked at all (unreachable, 401, 403, 407)
    std::string proxy;   // "http://proxy:3128 (http_proxy)"; empty: asked without one
};

struct LoadingWait {  // while an engine answers 503 because it loads its model
    std::chrono::milliseconds at_most = std::chrono::seconds{60};
    std::chrono::milliseconds pause = std::chrono::seconds{1};
    std::function<void(const std::string&)> on_wait = {};  // one line, once; empty: nobody is told
};

boost::asio::awaitable<EngineIdentity> identify(EngineClient& client, EngineConfig engine,
                                                std::string api_key, LoadingWait wait);
// With the waiting time above, telling nobody.
inline boost::asio::awaitable<EngineIdentity> identify(EngineClient& client, EngineConfig engine,
                                                       std::string api_key) {
    return identify(client, std::move(engine), std::move(api_key), LoadingWait());
}

}  // namespace kilter
