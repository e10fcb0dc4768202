#include "harness/sim/sim_server.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>

#include "harness/sim/connection.hpp"

namespace kilter {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

asio::awaitable<void> accept_connections(std::shared_ptr<SimState> state) {
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
        const auto executor = socket.get_executor();
        asio::co_spawn(executor, serve_connection(state, std::move(socket)), asio::detached);
    }
}

class Server : public SimServer {
  public:
    Server(std::shared_ptr<SimState> state, std::uint16_t port)
        : state_(std::move(state)), port_(port) {}
    ~Server() override { stop_all(); }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::string base_url() const override {
        return "http://127.0.0.1:" + std::to_string(port_) + "/v1";
    }
    const std::vector<SimRequestLog>& log() const override { return state_->asks.entries(); }
    int peak_in_flight() const override { return state_->peak_in_flight; }
    int open_connections() const override { return static_cast<int>(state_->sockets.size()); }
    void stop() override { stop_all(); }

  private:
    void stop_all() {
        state_->stopped = true;
        boost::system::error_code ignored;
        state_->acceptor.close(ignored);
        for (tcp::socket* socket : state_->sockets) {
            socket->shutdown(tcp::socket::shutdown_both, ignored);
            socket->close(ignored);
        }
    }

    std::shared_ptr<SimState> state_;
    std::uint16_t port_;
};

boost::system::error_code listen_on(tcp::acceptor& acceptor, std::uint16_t port) {
    const tcp::endpoint endpoint{asio::ip::address_v4::loopback(), port};
    boost::system::error_code error;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address{true}, error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    return error;
}

}  // namespace

Result<std::unique_ptr<SimServer>> SimServer::start(asio::any_io_executor executor,
                                                    std::shared_ptr<const Scenario> scenario,
                                                    std::uint16_t port) {
    SimOptions options;
    options.port = port;
    return start(std::move(executor), std::move(scenario), options);
}

Result<std::unique_ptr<SimServer>> SimServer::start(asio::any_io_executor executor,
                                                    std::shared_ptr<const Scenario> scenario,
                                                    const SimOptions& options) {
    auto state = std::make_shared<SimState>(executor, std::move(scenario));
    if (!options.log_file.empty()) {
        if (auto opened = state->asks.open(options.log_file); opened.has_error()) {
            return opened.error();
        }
    }
    if (const auto error = listen_on(state->acceptor, options.port)) {
        return fail("cannot listen on 127.0.0.1:" + std::to_string(options.port) + ": " +
                    error.message());
    }
    const std::uint16_t port = state->acceptor.local_endpoint().port();
    asio::co_spawn(executor, accept_connections(state), asio::detached);
    return std::unique_ptr<SimServer>{std::make_unique<Server>(std::move(state), port)};
}

}  // namespace kilter
