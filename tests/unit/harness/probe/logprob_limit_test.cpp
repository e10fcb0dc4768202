// How many alternatives an engine lists, found out over real sockets.
#include "harness/probe/logprob_limit.hpp"

#include <boost/asio/co_spawn.hpp>
#include <catch2/catch_all.hpp>
#include <charconv>

#include "base/json/read.hpp"
#include "tests/support/exchange_fixture.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;
using Then = ScriptedReply::Then;

namespace {

constexpr const char* k_key = "sk-0123456789";

ScriptedReply reply(const std::string& logprobs) {
    return {{http_ok(R"({"choices":[{"index":0,"message":{"content":"one"},)" + logprobs +
                     R"("finish_reason":"length"}]})")},
            Then::keep};
}

ScriptedReply listing(int alternatives) {
    std::string top;
    for (int i = 0; i < alternatives; ++i)
        top += std::string(i > 0 ? "," : "") + R"({"token":")" + std::to_string(i) +
               R"(","logprob":-1})";
    return reply(R"("logprobs":{"content":[{"token":"0","logprob":-1,"top_logprobs":[)" + top +
                 "]}]},");
}

ScriptedReply refusal(const std::string& message, const std::string& status = "400 Bad Request") {
    return {{http_reply(status, "Content-Type: application/json\r\n",
                        R"({"error":{"message":")" + message + R"("}})")},
            Then::keep};
}

LogprobLimit ask(ExchangeFixture& fixture) {
    EngineConfig engine;
    engine.base_url = fixture.server.url();
    engine.model = "m";
    std::optional<LogprobLimit> found;
    auto on_end = [&](std::exception_ptr thrown, LogprobLimit limit) {
        fixture.thrown = thrown;
        found = std::move(limit);
        fixture.server.stop();
    };
    boost::asio::co_spawn(
        fixture.loop,
        ask_logprob_limit(*fixture.client, engine, Dialect::openai, RequestParams(), k_key),
        on_end);
    fixture.loop.run();
    REQUIRE_FALSE(fixture.thrown);
    REQUIRE(found.has_value());
    return *found;
}

int asked_for(const ScriptedServer::Asked& asked) {
    const json::ReadOutcome read = json::read(asked.body);
    REQUIRE(read.ok);
    CHECK(read.value.find("logprobs")->boolean);
    CHECK_FALSE(read.value.find("stream")->boolean);
    CHECK(read.value.find("max_tokens")->text == "1");
    const std::string& text = read.value.find("top_logprobs")->text;
    int top = -1;
    std::from_chars(text.data(), text.data() + text.size(), top);
    return top;
}

}  // namespace

TEST_CASE("an engine that lists 20 is asked once") {
    ExchangeFixture fixture(
        [](const ScriptedServer::Asked& asked) { return listing(asked_for(asked)); });
    const LogprobLimit limit = ask(fixture);
    CHECK(limit.top == 20);
    CHECK(limit.requests == 1);
    CHECK(limit.reason.empty());
    CHECK(limit.problem.empty());
}

TEST_CASE("a limit is found exactly, with the engine's own words") {
    for (const int most : {0, 1, 5, 8, 19}) {
        INFO(most);
        ExchangeFixture fixture([most](const ScriptedServer::Asked& asked) {
            const int top = asked_for(asked);
            return top > most ? refusal("at most " + std::to_string(most)) : listing(top);
        });
        const LogprobLimit limit = ask(fixture);
        CHECK(limit.top == most);
        CHECK(limit.requests <= 6);
        CHECK_THAT(limit.reason, ContainsSubstring("at most " + std::to_string(most)));
    }
}

TEST_CASE("no log probabilities: refused, ignored, null") {
    // The key as only a reader of the JSON sees it.
    ExchangeFixture refusing(
        [](const ScriptedServer::Asked&) { return refusal("not with sk-01234\\u00356789"); });
    const LogprobLimit refused = ask(refusing);
    CHECK_FALSE(refused.top);
    CHECK(refused.problem.empty());
    CHECK_THAT(refused.reason, ContainsSubstring("(withheld)"));
    CHECK_THAT(refused.reason, !ContainsSubstring(k_key));
    for (const char* logprobs : {"", "\"logprobs\":null,"}) {
        INFO(logprobs);
        ExchangeFixture fixture(
            [logprobs](const ScriptedServer::Asked&) { return reply(logprobs); });
        const LogprobLimit limit = ask(fixture);
        CHECK_FALSE(limit.top);
        CHECK(limit.requests == 1);
        CHECK_THAT(limit.reason, ContainsSubstring("not in the answer"));
    }
}

TEST_CASE("a list shorter than asked for is told, and a broken engine is a problem") {
    ExchangeFixture shorter([](const ScriptedServer::Asked&) { return listing(3); });
    const LogprobLimit limit = ask(shorter);
    CHECK(limit.top == 20);
    CHECK(limit.reason == "it lists 3 where 20 are asked for");
    ExchangeFixture broken([](const ScriptedServer::Asked&) {
        return refusal("out of order", "500 Internal Server Error");
    });
    CHECK_THAT(ask(broken).problem, ContainsSubstring("out of order"));
}
