#include "harness/sim/reply_body.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

Reply reply_with(std::string reasoning, std::string content) {
    Reply reply;
    reply.reasoning = std::move(reasoning);
    reply.content = std::move(content);
    return reply;
}

ReplyContext context_with(std::size_t chunk) {
    ReplyContext context;
    context.id = "chatcmpl-1";
    context.model = "m";
    context.reasoning_field = "reasoning";
    context.chunk = chunk;
    context.prompt_tokens = 12;
    return context;
}

}  // namespace

TEST_CASE("a stream is cut by code points, never inside one") {
    // "őzike" in pieces of 2: őz, ik, e
    const auto events = stream_events(reply_with("", "őzike"), context_with(2));
    REQUIRE(events.size() == 6);  // role, three deltas, finish, [DONE]
    CHECK_THAT(events[0], ContainsSubstring(R"("delta":{"role":"assistant","content":""})"));
    CHECK_THAT(events[1], ContainsSubstring(R"("delta":{"content":"őz"})"));
    CHECK_THAT(events[3], ContainsSubstring(R"("delta":{"content":"e"})"));
    CHECK_THAT(events[4], ContainsSubstring(R"("delta":{},"finish_reason":"stop")"));
    CHECK(events[5] == "data: [DONE]\n\n");
}

TEST_CASE(
    "reasoning goes out before the content, under its engine's name; usage only if asked for") {
    ReplyContext context = context_with(100);
    CHECK(stream_events(reply_with("why", "so"), context).size() == 5);
    context.include_usage = true;
    const auto events = stream_events(reply_with("why", "so"), context);
    REQUIRE(events.size() == 6);
    CHECK_THAT(events[1], ContainsSubstring(R"("delta":{"reasoning":"why"})"));
    CHECK_THAT(events[2], ContainsSubstring(R"("delta":{"content":"so"})"));
    // 5 bytes / 4 = 1 token
    CHECK_THAT(
        events[4],
        ContainsSubstring(
            R"("choices":[],"usage":{"prompt_tokens":12,"completion_tokens":1,"total_tokens":13})"));
}

TEST_CASE("scripted counts win, and a reply cut by length used up the request's tokens") {
    ReplyContext context = context_with(100);
    context.max_tokens = 64;
    Reply reply = reply_with("why", "");
    reply.finish_reason = "length";
    CHECK_THAT(whole_body(reply, context), ContainsSubstring(R"("completion_tokens":64)"));
    reply.completion_tokens = 16384;
    reply.prompt_tokens = 6038;
    reply.cached_tokens = 6000;
    const std::string body = whole_body(reply, context);
    CHECK_THAT(body, ContainsSubstring(R"("completion_tokens":16384,"total_tokens":22422)"));
    CHECK_THAT(body, ContainsSubstring(R"("prompt_tokens_details":{"cached_tokens":6000})"));
    CHECK_THAT(body, ContainsSubstring(R"("finish_reason":"length")"));
}

TEST_CASE("absent, null and empty stay apart") {
    Reply reply;
    CHECK_THAT(whole_body(reply, context_with(1)),
               ContainsSubstring(R"("message":{"role":"assistant","content":null})"));
    CHECK_THAT(stream_events(reply, context_with(1))[0], ContainsSubstring(R"("content":null)"));
    reply.content = "";
    reply.reasoning = "";
    CHECK_THAT(whole_body(reply, context_with(1)),
               ContainsSubstring(R"("message":{"role":"assistant","reasoning":"","content":""})"));
}

TEST_CASE("the mark of bad bytes becomes bytes that are no UTF-8") {
    const Reply reply = reply_with("", "a" + std::string{k_bad_bytes_mark} + "b");
    CHECK_THAT(whole_body(reply, context_with(1)), ContainsSubstring("a\xC3\x28"
                                                                     "b"));
    const auto events = stream_events(reply, context_with(16));
    CHECK_THAT(events[1], ContainsSubstring("a\xC3\x28"
                                            "b"));
}

TEST_CASE("an error body has the members that clients look for") {
    CHECK(
        error_body("no \"such\" model", "invalid_request_error", "model_not_found") ==
        R"({"error":{"message":"no \"such\" model","type":"invalid_request_error","param":null,"code":"model_not_found"}})");
    CHECK_THAT(error_body("m", "t", ""), ContainsSubstring(R"("code":null)"));
    CHECK(deep_body().size() == 200'000);
}
