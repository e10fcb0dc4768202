// Small questions to engines of several kinds, over real sockets.
#include "harness/engine/capabilities.hpp"

#include <boost/asio/co_spawn.hpp>
#include <catch2/catch_all.hpp>
#include <map>

#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "harness/wire/request.hpp"
#include "tests/support/exchange_fixture.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;
using Then = ScriptedReply::Then;

namespace {

json::Value body_of(const ScriptedServer::Asked& asked) {
    json::ReadOutcome read = json::read(asked.body);
    REQUIRE(read.ok);
    return std::move(read.value);
}

ScriptedReply chat(std::string_view choice, std::string_view more = "") {
    return {{http_ok("{\"choices\":[{\"index\":0," + std::string(choice) + "}]" +
                     std::string(more) + "}")},
            Then::keep};
}

ScriptedReply one_token(std::string_view more = "") {
    return chat(R"("message":{"content":"one"},"finish_reason":"length")", more);
}

ScriptedReply refuse(std::string_view message) {
    return {{http_reply("400 Bad Request", "Content-Type: application/json\r\n",
                        "{\"object\":\"error\",\"message\":\"" + std::string(message) +
                            "\",\"code\":400}")},
            Then::keep};
}

EngineCapabilities ask(ExchangeFixture& fixture, Dialect dialect, EngineConfig engine = {}) {
    engine.base_url = fixture.server.url();
    engine.model = "m";
    std::optional<EngineCapabilities> found;
    auto on_end = [&](std::exception_ptr thrown, EngineCapabilities all) {
        fixture.thrown = thrown;
        found = std::move(all);
        fixture.server.stop();
    };
    boost::asio::co_spawn(
        fixture.loop,
        ask_capabilities(*fixture.client, engine, dialect, RequestParams(), "sk-0123456789", "s"),
        on_end);
    fixture.loop.run();
    REQUIRE_FALSE(fixture.thrown);
    REQUIRE(found.has_value());
    return *found;
}

const Capability& in(const EngineCapabilities& found, std::string_view name) {
    for (const Capability& one : found.all) {
        if (one.name == name) return one;
    }
    FAIL("no capability " << name);
    return found.all.front();
}

// Prefix caching with salts, logprobs up to 20, ids, schemas; everything else is ignored.
ScriptedReply like_vllm(const ScriptedServer::Asked& asked, std::map<std::string, bool>& seen) {
    const json::Value body = body_of(asked);
    if (body.find("stream")->boolean) {
        return {{http_reply("200 OK", "Content-Type: text/event-stream\r\n",
                            "data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning\":\"17\"},"
                            "\"finish_reason\":\"length\"}]}\n\ndata: {\"choices\":[],\"usage\":"
                            "{\"prompt_tokens\":9}}\n\ndata: [DONE]\n\n")},
                Then::keep};
    }
    if (body.find("response_format") != nullptr) {
        return chat(R"("message":{"content":"{\"kilter\":\"ok\"}"},"finish_reason":"stop")");
    }
    if (body.find("top_logprobs") != nullptr) {
        return chat(R"("message":{"content":"a"},"finish_reason":"length","logprobs":{"content":[)"
                    R"({"token":"a","top_logprobs":[{"token":"a"},{"token":"b"}]}]})");
    }
    if (body.find("return_token_ids") != nullptr) {
        return chat(R"("message":{"content":"a"},"finish_reason":"length","token_ids":[1])");
    }
    const json::Value* salt = body.find("cache_salt");
    const std::string key = body.find("messages")->items.front().find("content")->text + "/" +
                            (salt != nullptr ? salt->text : "");
    const bool cached = std::exchange(seen[key], true) && key.size() > 1000;
    return one_token(cached ? R"(,"usage":{"prompt_tokens":900,"prompt_tokens_details":)"
                              R"({"cached_tokens":896}})"
                            : R"(,"usage":{"prompt_tokens":900})");
}

}  // namespace

TEST_CASE("An engine that takes everything") {
    std::map<std::string, bool> seen;
    ExchangeFixture fixture(
        [&](const ScriptedServer::Asked& asked) { return like_vllm(asked, seen); });
    const EngineCapabilities found = ask(fixture, Dialect::vllm);
    CHECK(found.problem.empty());
    CHECK(found.requests == 11);
    CHECK(fixture.server.asked().size() == 11);
    CHECK(fixture.server.peak_open() == 1);
    for (const char* name : {"stream", "stream_usage", "finish_length", "json_schema", "logprobs",
                             "token_ids", "cached_tokens", "cold"}) {
        INFO(name);
        CHECK(in(found, name).support == Support::yes);
    }
    CHECK(in(found, "reasoning").value == "reasoning");
    CHECK(in(found, "top_logprobs").value == "2");
    CHECK(in(found, "unknown_field").value == "ignored");
    // Every question carries the sampling that a run would send, and no salt twice.
    std::map<std::string, int> salts;
    for (const ScriptedServer::Asked& asked : fixture.server.asked()) {
        const json::Value body = body_of(asked);
        CHECK(body.find("repetition_penalty") != nullptr);
        CHECK(body.find("max_tokens")->text.size() <= 3);
        if (const json::Value* salt = body.find("cache_salt")) ++salts[salt->text];
    }
    CHECK(salts.size() == 2);
}

TEST_CASE("A strict engine refuses one field after the other, and the reasons are kept") {
    ExchangeFixture fixture([](const ScriptedServer::Asked& asked) {
        const json::Value body = body_of(asked);
        const json::Value* top = body.find("top_logprobs");
        if (top != nullptr && top->text == "20") return refuse("top_logprobs must be at most 5");
        if (top != nullptr) return one_token();
        if (body.find("kilter_unknown_field") != nullptr) {
            return refuse("Extra inputs are not permitted");
        }
        if (body.find("seed") != nullptr) return refuse("seed? sk-01\\u0032\\u003345678\\u0039");
        return one_token();
    });
    const EngineCapabilities found = ask(fixture, Dialect::tensorrt_llm);
    CHECK(found.problem.empty());
    CHECK(in(found, "logprobs").support == Support::no);
    CHECK(in(found, "unknown_field").support == Support::refused);
    CHECK_THAT(in(found, "unknown_field").detail, ContainsSubstring("Extra inputs"));
    CHECK(in(found, "token_ids").detail == "this dialect has no field for it");
    CHECK(in(found, "cold").detail == "this dialect has no field for it");
    CHECK(in(found, "stream").support == Support::no);
    // The key, hidden in escapes, is nowhere.
    CHECK(in(found, "seed").detail == "(withheld)");
    CHECK_THAT(json::write(to_json(found.all)), !ContainsSubstring("0123456789"));
}

TEST_CASE("An engine that refuses the plainest question is asked nothing else") {
    ExchangeFixture fixture(always(refuse("no such model")));
    const EngineCapabilities found = ask(fixture, Dialect::openai);
    CHECK_THAT(found.problem, ContainsSubstring("no such model"));
    CHECK(found.all.empty());
    CHECK(found.requests == 1);
    ExchangeFixture gone(always({{}, Then::reset}));
    CHECK_FALSE(ask(gone, Dialect::openai).problem.empty());
}

TEST_CASE("B34 a connection that breaks once costs a question nothing") {
    bool broke = false;
    ExchangeFixture fixture([&](const ScriptedServer::Asked& asked) {
        const bool of_seed = body_of(asked).find("seed") != nullptr;
        if (of_seed && !std::exchange(broke, true)) return ScriptedReply{{}, Then::reset};
        return one_token();
    });
    CHECK(in(ask(fixture, Dialect::openai), "seed").support == Support::yes);
    CHECK(broke);
}

TEST_CASE("An engine that falls silent is not waited for twice") {
    ExchangeFixture fixture([](const ScriptedServer::Asked& asked) {
        return asked.number < 3 ? one_token() : ScriptedReply{{}, Then::hang};
    });
    EngineConfig engine;
    engine.timeout.first_byte = std::chrono::milliseconds{20};
    const EngineCapabilities found = ask(fixture, Dialect::vllm, engine);
    CHECK(found.requests == 4);
    CHECK(in(found, "logprobs").support == Support::not_told);
    CHECK_THAT(in(found, "cold").detail, ContainsSubstring("not asked"));
}
