#include "harness/listen/loopback_listener.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <set>
#include <string>
#include <utility>

namespace kilter {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

boost::system::error_code listen_on(tcp::acceptor& acceptor, std::uint16_t port) {
    const tcp::endpoint endpoint{asio::ip::address_v4::loopback(), port};
    boost::system::error_code error;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address{true}, error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    return error;
}

void close(tcp::socket& socket) {
    boost::system::error_code ignored;
    socket.shutdown(tcp::socket::shutdown_both, ignored);
    socket.close(ignored);
}

}  // namespace

struct LoopbackListener::State {
    State(asio::any_io_executor executor, Serve the_serve, std::size_t the_most)
        : acceptor(std::move(executor)), serve(std::move(the_serve)), most(the_most) {}

    tcp::acceptor acceptor;
    Serve serve;
    std::size_t most;
    std::set<tcp::socket*> sockets;  // the open ones, owned by their coroutines
    bool stopped = false;
};

namespace {

// Keeps the list of open sockets.
class Registered {
  public:
    Registered(std::set<tcp::socket*>& sockets, tcp::socket& socket)
        : sockets_(sockets), socket_(socket) {
        sockets_.insert(&socket_);
    }
    ~Registered() {
        close(socket_);
        sockets_.erase(&socket_);
    }
    Registered(const Registered&) = delete;
    Registered& operator=(const Registered&) = delete;

  private:
    std::set<tcp::socket*>& sockets_;
    tcp::socket& socket_;
};

}  // namespace

asio::awaitable<void> LoopbackListener::serve_connection(std::shared_ptr<State> state,
                                                         tcp::socket socket) {
    const Registered registered{state->sockets, socket};
    boost::system::error_code ignored;
    socket.set_option(tcp::no_delay{true}, ignored);
    co_await state->serve(socket);
}

asio::awaitable<void> LoopbackListener::accept_connections(std::shared_ptr<State> state) {
    constexpr auto token = asio::as_tuple(asio::use_awaitable);
    while (!state->stopped) {
        auto [error, socket] = co_await state->acceptor.async_accept(token);
        if (error == asio::error::operation_aborted || error == asio::error::bad_descriptor) break;
        if (error) {  // the client gave up before it was accepted, or no descriptor is free
            asio::steady_timer moment{state->acceptor.get_executor(),
                                      std::chrono::milliseconds{10}};
            const auto [ignored] = co_await moment.async_wait(token);
            static_cast<void>(ignored);
            continue;
        }
        if (state->sockets.size() >= state->most) {
            close(socket);
            continue;
        }
        const auto executor = socket.get_executor();
        asio::co_spawn(executor, serve_connection(state, std::move(socket)), asio::detached);
    }
}

Result<std::unique_ptr<LoopbackListener>> LoopbackListener::start(asio::any_io_executor executor,
                                                                  std::uint16_t port, Serve serve,
                                                                  std::size_t most) {
    auto state = std::make_shared<State>(executor, std::move(serve), most);
    if (const auto error = listen_on(state->acceptor, port)) {
        return fail("cannot listen on 127.0.0.1:" + std::to_string(port) + ": " + error.message());
    }
    const std::uint16_t found = state->acceptor.local_endpoint().port();
    asio::co_spawn(executor, accept_connections(state), asio::detached);
    return std::unique_ptr<LoopbackListener>{new LoopbackListener(std::move(state), found)};
}

std::size_t LoopbackListener::open_connections() const {
    return state_->sockets.size();
}

void LoopbackListener::stop() {
    state_->stopped = true;
    boost::system::error_code ignored;
    state_->acceptor.close(ignored);
    for (tcp::socket* socket : state_->sockets) close(*socket);
}

}  // namespace kilter
