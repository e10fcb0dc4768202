// Many exchanges on one client: bounds, reuse of connections, cancellation.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <catch2/catch_all.hpp>

#include "tests/support/exchange_fixture.hpp"

using namespace kilter;
using namespace kilter::test;
using namespace std::chrono_literals;
using Kind = TransferEnd::Kind;
using Then = ScriptedReply::Then;

namespace {

ScriptedReply echo(const ScriptedServer::Asked& asked) {
    return {{http_ok(asked.body)}, Then::keep};
}

// One after the other on the same client.
boost::asio::awaitable<void> ask_in_turn(ExchangeFixture& fixture, int times) {
    for (int i = 0; i < times; ++i) {
        HttpRequest request = fixture.request(std::to_string(i));
        HttpExchange exchange = co_await fixture.client->exchange(std::move(request), OnBytes());
        fixture.done.push_back(std::move(exchange));
    }
    fixture.server.stop();
}

void run_in_turn(ExchangeFixture& fixture, int times) {
    boost::asio::co_spawn(fixture.loop, ask_in_turn(fixture, times), boost::asio::detached);
    fixture.loop.run();
    REQUIRE(fixture.done.size() == static_cast<std::size_t>(times));
}

}  // namespace

TEST_CASE("B35 200 exchanges are open at once where nothing bounds them") {
    ExchangeFixture fixture(echo);
    fixture.server.hold_until_open(200);
    for (int i = 0; i < 200; ++i) fixture.start(fixture.request(std::to_string(i)));
    fixture.loop.run();
    CHECK(fixture.server.peak_open() == 200);
    REQUIRE(fixture.done.size() == 200);
    std::vector<int> seen(200, 0);
    for (const HttpExchange& exchange : fixture.done) {
        REQUIRE(exchange.end.kind == Kind::complete);
        ++seen.at(static_cast<std::size_t>(std::atoi(exchange.body.c_str())));
    }
    CHECK(std::count(seen.begin(), seen.end(), 1) == 200);
}

TEST_CASE("B35 a bound of connections is never passed, and reached") {
    HttpClientOptions options;
    options.max_host_connections = 8;
    ExchangeFixture fixture(echo, options);
    fixture.server.hold_until_open(8);
    for (int i = 0; i < 200; ++i) fixture.start(fixture.request(std::to_string(i)));
    fixture.loop.run();
    CHECK(fixture.server.peak_open() == 8);
    CHECK(fixture.server.connections() == 8);
    CHECK(fixture.done.size() == 200);
}

TEST_CASE("One connection serves exchanges one after the other") {
    ExchangeFixture fixture(echo);
    run_in_turn(fixture, 5);
    CHECK(fixture.server.connections() == 1);
    CHECK(fixture.done[0].new_connections == 1);
    CHECK(fixture.done[4].new_connections == 0);
    CHECK(fixture.done[4].body == "4");
}

TEST_CASE("B34 a server that closes after every answer costs connections, not answers") {
    ExchangeFixture fixture([](const auto& asked) {
        return ScriptedReply{{http_ok(asked.body)}, Then::close};
    });
    run_in_turn(fixture, 5);
    CHECK(fixture.server.connections() == 5);
    for (const HttpExchange& exchange : fixture.done) CHECK(exchange.end.kind == Kind::complete);
}

TEST_CASE("B34 a reused connection that dies is no second request that nobody counts") {
    const Then then = GENERATE(Then::reset, Then::close);
    ExchangeFixture fixture([then](const auto& asked) {
        return asked.number % 2 == 1 ? ScriptedReply{{}, then}
                                     : ScriptedReply{{http_ok(asked.body)}, Then::keep};
    });
    run_in_turn(fixture, 5);
    CHECK(fixture.server.asked().size() == 5);  // as many as exchanges
    for (std::size_t i = 0; i < fixture.done.size(); ++i) {
        CAPTURE(i);
        const HttpExchange& exchange = fixture.done[i];
        CHECK(fixture.server.asked()[i].body == std::to_string(i));
        CHECK(exchange.end.kind == (i % 2 == 1 ? Kind::transport_error : Kind::complete));
        CHECK(exchange.end.message ==
              (i % 2 == 1 ? "the engine closed a kept connection before it answered" : ""));
        // At once: the engine is not busy.
        CHECK(exchange.end.retry_after.has_value() == (i % 2 == 1));
        CHECK(exchange.end.retry_after.value_or(0ms) == 0ms);
    }
    // What follows from the end: the attempt is kept, and tried again by the normal rules.
    ResponseReader reader({});
    const WireResult result = reader.finish(fixture.done[1].end, fixture.done[1].total);
    CHECK(result.outcome == Outcome::transport_error);
    CHECK(result.retryable);
}

TEST_CASE("Cancelled before it was started: nothing is sent") {
    ExchangeFixture fixture(echo);
    fixture.start(fixture.request());
    // The coroutine has been posted and has not run yet.
    fixture.cancel();
    fixture.loop.run();
    CHECK(fixture.server.asked().empty());
    REQUIRE_FALSE(fixture.thrown);
    REQUIRE(fixture.done.size() == 1);
    CHECK(fixture.done[0].end.kind == Kind::interrupted);
}

TEST_CASE("Cancelled while it waits: what had arrived is returned") {
    const std::string head = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc";
    ExchangeFixture fixture(always({{head}, Then::hang}));
    // Cancelled from within the callback: the transfer must survive it until the loop has its turn.
    const HttpExchange exchange = fixture.run_one(fixture.request(), [&](auto, auto) {
        fixture.cancel();
        return true;
    });
    CHECK(exchange.end.kind == Kind::interrupted);
    CHECK(exchange.body == "abc");
    CHECK(exchange.end.http_status == 200);
}

TEST_CASE("Cancelled when all is over: nothing happens") {
    ExchangeFixture fixture(echo);
    fixture.start(fixture.request("all"));
    while (fixture.done.empty() && fixture.loop.run_one() > 0) continue;
    fixture.cancel();
    fixture.loop.run();
    REQUIRE(fixture.done.size() == 1);
    CHECK(fixture.done[0].end.kind == Kind::complete);
    CHECK(fixture.done[0].body == "all");
}

TEST_CASE("A cancellation at any step of the loop ends the exchange once, in one of two ways") {
    int complete = 0;
    int interrupted = 0;
    for (int step = 0; step < 60; ++step) {
        INFO("cancelled after step " << step);
        ExchangeFixture fixture(echo);
        fixture.start(fixture.request("all"));
        for (int i = 0; i < step && fixture.done.empty() && !fixture.thrown; ++i) {
            fixture.loop.run_one();
        }
        fixture.cancel();
        fixture.loop.run();
        CHECK(fixture.done.size() + (fixture.thrown ? 1 : 0) == 1);
        if (fixture.done.empty()) continue;
        const Kind kind = fixture.done[0].end.kind;
        CHECK((kind == Kind::complete || kind == Kind::interrupted));
        if (kind == Kind::complete) CHECK(fixture.done[0].body == "all");
        ++(kind == Kind::complete ? complete : interrupted);
    }
    CHECK(complete > 0);
    CHECK(interrupted > 0);
}

TEST_CASE("A client that goes away with open exchanges leaves nothing behind") {
    ExchangeFixture fixture(always({{}, Then::hang}));
    for (int i = 0; i < 5; ++i) fixture.start(fixture.request());
    while (fixture.server.asked().size() < 5) fixture.loop.run_one();
    fixture.client.reset();
    fixture.server.stop();
    fixture.loop.run();
    CHECK(fixture.done.empty());
    CHECK_FALSE(fixture.thrown);
}
