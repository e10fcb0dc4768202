#include "tests/support/exchange_fixture.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <catch2/catch_all.hpp>
#include <chrono>
#include <utility>

namespace kilter::test {

ExchangeFixture::ExchangeFixture(ScriptedServer::Script script, HttpClientOptions options)
    : server(loop, std::move(script)),
      client(make_http_engine_client(loop.get_executor(), options)) {}

HttpRequest ExchangeFixture::request(std::string body) const {
    HttpRequest out;
    out.url = server.url() + "/v1/chat/completions";
    out.body = std::move(body);
    // A hanging test ends by itself; no test that passes comes near it.
    out.timeout.total = std::chrono::seconds{60};
    return out;
}

void ExchangeFixture::start(HttpRequest what, OnBytes on_bytes) {
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

void ExchangeFixture::cancel() {
    cancels.back().emit(boost::asio::cancellation_type::terminal);
}

HttpExchange ExchangeFixture::run_one(HttpRequest what, OnBytes on_bytes) {
    start(std::move(what), std::move(on_bytes));
    loop.run();
    REQUIRE(done.size() == 1);
    return done.front();
}

ScriptedServer::Script always(ScriptedReply reply) {
    return [reply = std::move(reply)](const ScriptedServer::Asked&) { return reply; };
}

}  // namespace kilter::test
