// One loop with a scripted server and a real client on it.
#pragma once

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <deque>
#include <exception>
#include <optional>

#include "harness/engine/engine_client.hpp"
#include "tests/support/scripted_server.hpp"

namespace kilter::test {

class ExchangeFixture {
  public:
    explicit ExchangeFixture(ScriptedServer::Script script, HttpClientOptions options = {})
        : server(loop, std::move(script)),
          client(make_http_engine_client(loop.get_executor(), options)) {}

    HttpRequest request(std::string body = "{}") const {
        HttpRequest out;
        out.url = server.url() + "/v1/chat/completions";
        out.body = std::move(body);
        // A hanging test ends by itself; no test that passes comes near it.
        out.timeout.total = std::chrono::seconds{60};
        return out;
    }

    // Starts an exchange; its result stands in `done` later.
    void start(HttpRequest what, OnBytes on_bytes = {}) {
        ++running_;
        auto on_end = [this](std::exception_ptr error, HttpExchange exchange) {
            if (error) thrown = error;
            if (!error) done.push_back(std::move(exchange));
            if (--running_ == 0) server.stop();
        };
        boost::asio::co_spawn(
            loop, client->exchange(std::move(what), std::move(on_bytes)),
            boost::asio::bind_cancellation_slot(cancels.emplace_back().slot(), on_end));
    }

    // Of the exchange started last.
    void cancel() { cancels.back().emit(boost::asio::cancellation_type::terminal); }

    HttpExchange run_one(HttpRequest what, OnBytes on_bytes = {}) {
        start(std::move(what), std::move(on_bytes));
        loop.run();
        REQUIRE(done.size() == 1);
        return done.front();
    }

    boost::asio::io_context loop{1};
    ScriptedServer server;
    std::unique_ptr<EngineClient> client;
    std::deque<boost::asio::cancellation_signal> cancels;  // one for each exchange started
    std::vector<HttpExchange> done;
    std::exception_ptr thrown;

  private:
    int running_ = 0;
};

inline ScriptedServer::Script always(ScriptedReply reply) {
    return [reply = std::move(reply)](const ScriptedServer::Asked&) { return reply; };
}

}  // namespace kilter::test
