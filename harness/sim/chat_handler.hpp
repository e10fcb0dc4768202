// Answers one chat-completions request by the scenario: finds engine, item and run, then sends the
// scripted reply or its fault. Loop's thread.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <optional>
#include <string>

#include "harness/sim/server_state.hpp"

namespace kilter {

struct ChatCall {
    std::string body;
    std::string authorization;  // the header, or empty
    bool keep_alive = true;
    unsigned http_version = 11;
};

// False: the connection is to be closed. `sent`: the run whose reply is on its way to the client,
// to be given back should the connection turn out to be reset; nullopt: none, or a scripted break.
boost::asio::awaitable<bool> answer_chat(std::shared_ptr<SimState> state,
                                         boost::asio::ip::tcp::socket& socket, ChatCall call,
                                         std::optional<SentRun>& sent);

// Whether the header carries the scenario's key; true where it asks for none.
bool has_key(const Scenario& scenario, const std::string& authorization);

}  // namespace kilter
