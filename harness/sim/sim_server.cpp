#include "harness/sim/sim_server.hpp"

#include <utility>

#include "harness/listen/loopback_listener.hpp"
#include "harness/sim/connection.hpp"

namespace kilter {
namespace {

namespace asio = boost::asio;

class Server : public SimServer {
  public:
    Server(std::shared_ptr<SimState> state, std::unique_ptr<LoopbackListener> listener)
        : state_(std::move(state)), listener_(std::move(listener)) {}
    ~Server() override { stop_all(); }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::string base_url() const override {
        return "http://127.0.0.1:" + std::to_string(listener_->port()) + "/v1";
    }
    const std::vector<SimRequestLog>& log() const override { return state_->asks.entries(); }
    int peak_in_flight() const override { return state_->peak_in_flight; }
    int open_connections() const override {
        return static_cast<int>(listener_->open_connections());
    }
    void stop() override { stop_all(); }

  private:
    void stop_all() {
        state_->stopped = true;
        listener_->stop();
    }

    std::shared_ptr<SimState> state_;
    std::unique_ptr<LoopbackListener> listener_;
};

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
    auto state = std::make_shared<SimState>(std::move(scenario));
    if (!options.log_file.empty()) {
        if (auto opened = state->asks.open(options.log_file); opened.has_error()) {
            return opened.error();
        }
    }
    auto serve = [state](asio::ip::tcp::socket& socket) { return serve_connection(state, socket); };
    auto listener = LoopbackListener::start(std::move(executor), options.port, std::move(serve));
    if (!listener) return listener.error();
    return std::unique_ptr<SimServer>{
        std::make_unique<Server>(std::move(state), std::move(*listener))};
}

}  // namespace kilter
