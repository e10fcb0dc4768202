#include "cli/viewing/view_server.hpp"

#include <utility>

#include "cli/viewing/secret.hpp"
#include "cli/viewing/view_session.hpp"
#include "harness/listen/loopback_listener.hpp"
#include "reports/html/served_page.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_most_connections = 64;

class Server : public ViewServer {
  public:
    Server(std::shared_ptr<ViewState> state, std::unique_ptr<LoopbackListener> listener)
        : state_(std::move(state)), listener_(std::move(listener)) {}
    ~Server() override { stop_all(); }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::string url() const override {
        return "http://127.0.0.1:" + std::to_string(listener_->port()) +
               "/?token=" + state_->secret.token;
    }
    void stop() override { stop_all(); }

  private:
    void stop_all() {
        state_->stopped = true;
        state_->source->stopping = true;
        state_->feed->stop();
        listener_->stop();
    }

    std::shared_ptr<ViewState> state_;
    std::unique_ptr<LoopbackListener> listener_;
};

}  // namespace

Result<std::unique_ptr<ViewServer>> ViewServer::start(boost::asio::any_io_executor loop,
                                                      std::unique_ptr<ViewSource> source,
                                                      std::uint16_t port) {
    auto token = new_secret();
    if (!token) return token.error();
    auto state = std::make_shared<ViewState>();
    state->secret.token = std::move(*token);
    state->policy = served_policy(source->page);
    state->feed = std::make_shared<LiveFeed>(loop, source->store);
    state->source = std::move(source);
    auto serve = [state](boost::asio::ip::tcp::socket& socket) {
        return serve_view(state, socket);
    };
    auto listener =
        LoopbackListener::start(std::move(loop), port, std::move(serve), k_most_connections);
    if (!listener) return listener.error();
    state->secret.port = (*listener)->port();
    return std::unique_ptr<ViewServer>{
        std::make_unique<Server>(std::move(state), std::move(*listener))};
}

}  // namespace kilter
