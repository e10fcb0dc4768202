// One loop with a scripted server and a real client on it.
#pragma once

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <deque>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "harness/engine/engine_client.hpp"
#include "tests/support/scripted_server.hpp"

namespace kilter::test {

class ExchangeFixture {
  public:
    explicit ExchangeFixture(ScriptedServer::Script script, HttpClientOptions options = {});

    HttpRequest request(std::string body = "{}") const;
    // Starts an exchange; its result stands in `done` later.
    void start(HttpRequest what, OnBytes on_bytes = {});
    void cancel();  // of the exchange started last
    HttpExchange run_one(HttpRequest what, OnBytes on_bytes = {});

    boost::asio::io_context loop{1};
    ScriptedServer server;
    std::unique_ptr<EngineClient> client;
    std::deque<boost::asio::cancellation_signal> cancels;  // one for each exchange started
    std::vector<HttpExchange> done;
    std::exception_ptr thrown;

  private:
    int running_ = 0;
};

ScriptedServer::Script always(ScriptedReply reply);

}  // namespace kilter::test
