// Listens on 127.0.0.1 and serves every connection in a coroutine of its own, until it is stopped:
// then all of them are closed. Knows no HTTP. Runs on the executor it is given; not thread-safe.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>

#include "base/result.hpp"

namespace kilter {

class LoopbackListener {
  public:
    // Serves one connection to its end. The socket is the listener's, which closes it afterwards;
    // closed meanwhile, it ends every operation with an error.
    using Serve = std::function<boost::asio::awaitable<void>(boost::asio::ip::tcp::socket&)>;

    static constexpr std::size_t k_no_limit = std::numeric_limits<std::size_t>::max();

    // `port` 0: any free one. A connection beyond `most` open ones is closed at once. `serve` lives
    // until the last connection has ended, which may be later than this object.
    static Result<std::unique_ptr<LoopbackListener>> start(boost::asio::any_io_executor executor,
                                                           std::uint16_t port, Serve serve,
                                                           std::size_t most = k_no_limit);
    ~LoopbackListener() { stop(); }
    LoopbackListener(const LoopbackListener&) = delete;
    LoopbackListener& operator=(const LoopbackListener&) = delete;

    std::uint16_t port() const { return port_; }
    std::size_t open_connections() const;
    void stop();

  private:
    struct State;
    LoopbackListener(std::shared_ptr<State> state, std::uint16_t port)
        : state_(std::move(state)), port_(port) {}
    static boost::asio::awaitable<void> accept_connections(std::shared_ptr<State> state);
    static boost::asio::awaitable<void> serve_connection(std::shared_ptr<State> state,
                                                         boost::asio::ip::tcp::socket socket);

    std::shared_ptr<State> state_;
    std::uint16_t port_;
};

}  // namespace kilter
