// The poller against a real socket: a scripted server and the real client.
#include "harness/runner/load_poller.hpp"

#include <boost/asio/co_spawn.hpp>
#include <catch2/catch_all.hpp>
#include <string>

#include "harness/runner/latch.hpp"
#include "tests/support/runner_fixture.hpp"
#include "tests/support/scripted_server.hpp"

using namespace kilter;
using namespace kilter::test;
namespace asio = boost::asio;

namespace {

ScriptedReply page_of(int running, int waiting, const std::string& header = "") {
    const std::string text = "vllm:num_requests_running{model_name=\"m\"} " +
                             std::to_string(running) + "\nvllm:num_requests_waiting " +
                             std::to_string(waiting) + "\n";
    return {{http_reply("200 OK", "Content-Type: text/plain\r\n" + header, text)},
            ScriptedReply::Then::keep};
}

struct PollerFixture {
    explicit PollerFixture(ScriptedServer::Script script)
        : server(loop, std::move(script)),
          client(make_http_engine_client(loop.get_executor())),
          store(loop.get_executor(), std::move(*StoreWriter::open(folder / "k.db"))),
          state{loop.get_executor(), *client,      store, clock, observer, stop, {}, {},
                Progress(),          std::string()},
          poller(state, server.url() + "/metrics", "", std::chrono::milliseconds{1}) {}

    void drive(asio::awaitable<void> work) {
        asio::co_spawn(loop, std::move(work), [this](std::exception_ptr error) {
            thrown = error;
            server.stop();
        });
        loop.run();
        if (thrown) std::rethrow_exception(thrown);
    }

    TempFolder folder;
    asio::io_context loop{1};
    ScriptedServer server;
    std::unique_ptr<EngineClient> client;
    AsyncStore store;
    StillClock clock;
    RecordingObserver observer;
    StopState stop;
    RunState state;
    LoadPoller poller;
    std::exception_ptr thrown;
    bool useful = true;
};

asio::awaitable<void> sample_once(PollerFixture& fixture) {
    fixture.useful = co_await fixture.poller.sample();
}

asio::awaitable<void> poll(PollerFixture& fixture) {
    co_await sample_once(fixture);
    if (fixture.useful) co_await fixture.poller.run();
}

}  // namespace

TEST_CASE("the poller keeps the least and the most that it saw") {
    PollerFixture* seen = nullptr;
    const int running[] = {1, 5, 0, 2};
    PollerFixture fixture([&](const ScriptedServer::Asked& asked) {
        if (asked.number == 3) seen->poller.end();
        return page_of(running[asked.number], asked.number);
    });
    seen = &fixture;
    fixture.drive(poll(fixture));
    CHECK(fixture.poller.seen().samples == 4);
    CHECK(fixture.poller.seen().running_min == 0);
    CHECK(fixture.poller.seen().running_max == 5);
    CHECK(fixture.poller.seen().waiting_max == 3);
    REQUIRE(fixture.server.asked().size() == 4);
    CHECK(fixture.server.asked()[0].head.starts_with("GET /metrics HTTP/1.1"));
    CHECK(fixture.server.peak_open() == 1);
}

TEST_CASE("an engine without the page is asked once") {
    PollerFixture fixture([](const ScriptedServer::Asked&) {
        return ScriptedReply{{http_reply("404 Not Found", "", "{}")}, ScriptedReply::Then::keep};
    });
    fixture.drive(poll(fixture));
    CHECK_FALSE(fixture.useful);
    CHECK(fixture.poller.seen().samples == 0);
    CHECK(fixture.server.asked().size() == 1);
}

TEST_CASE("a page that tells nothing is asked for once") {
    PollerFixture fixture([](const ScriptedServer::Asked&) {
        return ScriptedReply{{http_ok("{}")}, {}};
    });
    fixture.drive(poll(fixture));
    CHECK(fixture.poller.seen().samples == 0);
    CHECK(fixture.server.asked().size() == 1);
}

TEST_CASE("three failures in a row end the polling, fewer do not") {
    PollerFixture fixture([](const ScriptedServer::Asked& asked) {
        // On a connection that is used again, the client would ask once more by itself.
        if (asked.number == 0 || asked.number == 3) return page_of(1, 0, "Connection: close\r\n");
        return ScriptedReply{{}, ScriptedReply::Then::reset};
    });
    fixture.drive(poll(fixture));
    CHECK(fixture.poller.seen().samples == 2);
    CHECK(fixture.server.asked().size() == 7);
}

TEST_CASE("a run that is to stop is not polled") {
    PollerFixture fixture([](const ScriptedServer::Asked&) { return page_of(1, 0); });
    fixture.stop.finish();
    fixture.drive(sample_once(fixture));
    CHECK_FALSE(fixture.useful);
    CHECK(fixture.server.asked().empty());
}
