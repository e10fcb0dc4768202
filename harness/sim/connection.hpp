// One connection of the simulated engine: reads requests, answers them by the scenario, one after
// the other, until either side is done; the listener closes. Loop's thread.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <memory>

#include "harness/sim/server_state.hpp"

namespace kilter {

boost::asio::awaitable<void> serve_connection(std::shared_ptr<SimState> state,
                                              boost::asio::ip::tcp::socket& socket);

}  // namespace kilter
