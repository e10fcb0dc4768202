// Sends a scripted reply over a socket. Loop's thread.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <string>

#include "harness/sim/script_reader.hpp"
#include "harness/sim/server_state.hpp"

namespace kilter {

// False: the connection is to be closed, or is closed already. `scripts` is not empty; `request` is
// the body of the request, for `needs`.
boost::asio::awaitable<bool> play_script(std::shared_ptr<SimState> state,
                                         boost::asio::ip::tcp::socket& socket,
                                         std::shared_ptr<const Scripts> scripts, ScriptFacts facts,
                                         std::string request);

}  // namespace kilter
