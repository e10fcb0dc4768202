// What small replies show of an engine.
#include "harness/wire/capability.hpp"

#include "tests/unit/harness/wire/chat_bytes.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

namespace {

SmallReply reply_of(const std::string& body, int status = 200) {
    SmallReply reply;
    reply.end = ended(status);
    reply.end.content_type = "application/json";
    reply.body = body;
    reply.result = read_body(body, reply.end);
    return reply;
}

SmallReply refusal(const std::string& message) {
    return reply_of(R"({"error":{"message":")" + message + R"(","code":400}})", 400);
}

SmallReply lost() {
    SmallReply reply;
    reply.end = ended(TransferEnd::Kind::transport_error, "connection reset");
    reply.result = read_body("", reply.end);
    return reply;
}

std::string with_logprobs(std::size_t alternatives) {
    std::string top;
    for (std::size_t i = 0; i < alternatives; ++i) {
        top += std::string(i > 0 ? "," : "") + R"({"token":"a","logprob":-1})";
    }
    return R"({"choices":[{"index":0,"message":{"content":"a"},"finish_reason":"length",)"
           R"("logprobs":{"content":[{"token":"a","logprob":-1,"top_logprobs":[)" +
           top + "]}]}}]}";
}

SmallReply cached(const std::string& usage) {
    return reply_of(
        R"({"choices":[{"message":{"content":"a"},"finish_reason":"length"}],"usage":)" + usage +
        "}");
}

const std::string k_plain = whole_body(R"("content":"one")", "length");

}  // namespace

TEST_CASE("Logprobs: the limit is found by asking for fewer, and the refusal is kept") {
    const auto full = read_logprobs({{20, reply_of(with_logprobs(20))}});
    CHECK(full.at(0).support == Support::yes);
    CHECK(full.at(1).value == "20");
    CHECK(full.at(1).detail.empty());

    const auto five =
        read_logprobs({{20, refusal("at most 5 allowed")}, {5, reply_of(with_logprobs(5))}});
    CHECK(five.at(0).support == Support::yes);
    CHECK(five.at(1).value == "5");
    CHECK(five.at(1).detail == "20 refused: HTTP 400: at most 5 allowed");

    const auto fewer = read_logprobs({{20, reply_of(with_logprobs(3))}});
    CHECK(fewer.at(1).value == "3");
    CHECK(fewer.at(1).detail == "lists 3 where 20 were asked for");

    const auto alone = read_logprobs({{20, refusal("no")},
                                      {5, refusal("no")},
                                      {1, refusal("no")},
                                      {0, reply_of(with_logprobs(0))}});
    CHECK(alone.at(0).support == Support::yes);
    CHECK(alone.at(1).support == Support::refused);

    const auto none = read_logprobs({{20, refusal("a")}, {0, refusal("logprobs unsupported")}});
    CHECK(none.at(0).support == Support::refused);
    CHECK_THAT(none.at(0).detail, ContainsSubstring("unsupported"));

    const auto ignored = read_logprobs({{20, reply_of(k_plain)}});
    CHECK(ignored.at(0).support == Support::no);
    CHECK(read_logprobs({{20, lost()}}).at(0).support == Support::not_told);
    CHECK(read_logprobs({}).at(0).support == Support::not_told);
    CHECK_FALSE(listed_alternatives("<html>").has_value());
    CHECK_FALSE(listed_alternatives(R"({"choices":[{"logprobs":null}]})").has_value());
}

TEST_CASE(
    "A refusal is an error about the request; a lost connection or a busy server tells nothing") {
    for (const int status : {400, 405, 422, 501}) CHECK(reply_of("{}", status).is_refusal());
    for (const int status : {401, 404, 429, 500, 503}) {
        INFO(status);
        CHECK_FALSE(reply_of("{}", status).is_refusal());
        CHECK(read_seed(reply_of("{}", status)).support == Support::not_told);
    }
    // Status 200 with an error inside is the error.
    CHECK(reply_of(R"({"choices":null,"error":{"code":400,"message":"no"}})").is_refusal());
    CHECK(read_seed(lost()).detail == "connection reset");
    CHECK(read_seed(refusal("no seed here")).detail == "HTTP 400: no seed here");
    CHECK(read_seed(reply_of(k_plain)).value == "accepted");
    CHECK(read_unknown_field(reply_of(k_plain)).value == "ignored");
    CHECK(read_unknown_field(refusal("extra inputs are not permitted")).support ==
          Support::refused);
}

TEST_CASE("Token ids count where they are listed, not where the request was accepted") {
    const SmallReply ids = reply_of(
        R"({"choices":[{"index":0,"message":{"content":"a"},"finish_reason":"length","token_ids":[7]}]})");
    CHECK(read_token_ids("return_token_ids", ids).support == Support::yes);
    CHECK(read_token_ids("return_token_ids", reply_of(k_plain)).support == Support::no);
    CHECK(read_token_ids("f", refusal("x")).support == Support::refused);
}

TEST_CASE("B17 the name of the reasoning field is told; without reasoning nothing is") {
    const SmallReply named =
        reply_of(whole_body(R"("content":null,"reasoning_content":"hm")", "length"));
    const SmallReply tags = reply_of(whole_body(R"("content":"<think>hm")", "length"));
    const SmallReply none = reply_of(k_plain);
    const SmallReply gone = lost();
    CHECK(read_reasoning({&none, &named}).value == "reasoning_content");
    CHECK(read_reasoning({&tags}).value == "tags");
    CHECK(read_reasoning({&none}).support == Support::not_told);
    CHECK(read_reasoning({&gone}).detail == "connection reset");
}

TEST_CASE("Streams: events, their content type, usage at the end") {
    const std::string events = content_delta("x") + finish_event("length") +
                               "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3}}\n\n" +
                               k_done;
    SmallReply stream = reply_of(events);
    stream.end.content_type = "text/event-stream; charset=utf-8";
    CHECK(read_stream(stream).support == Support::yes);
    CHECK(read_stream(stream).detail.empty());
    CHECK(read_stream_usage(stream).support == Support::yes);
    stream.end.content_type = "application/octet-stream";
    CHECK(read_stream(stream).detail == "content type application/octet-stream");
    CHECK(read_stream(reply_of(k_plain)).support == Support::no);
    CHECK(read_stream_usage(reply_of(content_delta("x") + finish_event("stop"))).support ==
          Support::no);
}

TEST_CASE("finish_reason at one token must be length") {
    CHECK(read_finish_length(reply_of(k_plain)).support == Support::yes);
    const Capability stop = read_finish_length(reply_of(whole_body(R"("content":"a")", "stop")));
    CHECK(stop.support == Support::no);
    CHECK_THAT(stop.detail, ContainsSubstring("'stop'"));
    const SmallReply null_reason =
        reply_of(R"({"choices":[{"message":{"content":"a"},"finish_reason":null}]})");
    CHECK_THAT(read_finish_length(null_reason).detail, ContainsSubstring("none"));
}

TEST_CASE("B24 a schema that is ignored shows in the answer") {
    const auto answer = [](const std::string& message, const char* finish) {
        return read_json_schema(reply_of(whole_body(message, finish)));
    };
    CHECK(answer(R"("content":" {\"kilter\": \"ok\"}\n")", "stop").support == Support::yes);
    const Capability prose = answer(R"("content":"Sure! Blue.")", "stop");
    CHECK(prose.support == Support::no);
    CHECK(prose.detail == "answers 'Sure! Blue.' against the schema");
    CHECK(answer(R"("content":"{\"kilter\":\"ok\",\"b\":1}")", "stop").support == Support::no);
    // B25: the constraint reached the wrong channel.
    CHECK(answer(R"("content":null,"reasoning":"{\"kilter\":\"ok\"}")", "stop").detail ==
          "the JSON stands in the reasoning");
    CHECK(answer(R"("content":null,"reasoning":"hm")", "length").support == Support::not_told);
    CHECK(answer(R"("content":"   ")", "length").support == Support::not_told);
    CHECK(read_json_schema(refusal("json_schema is missing")).support == Support::refused);
}

TEST_CASE("B28 cold is believed where the counts show it") {
    const SmallReply zero =
        cached(R"({"prompt_tokens":900,"prompt_tokens_details":{"cached_tokens":0}})");
    const SmallReply many =
        cached(R"({"prompt_tokens":900,"prompt_tokens_details":{"cached_tokens":896}})");
    const SmallReply silent = cached(R"({"prompt_tokens":900})");
    const Capability told = read_cached_tokens(zero, many);
    CHECK(told.support == Support::yes);
    CHECK(told.detail == "896 of 900 prompt tokens in a repeated request");
    CHECK(read_cached_tokens(silent, silent).support == Support::no);
    CHECK(read_cold(many, zero).support == Support::yes);
    // Some engines leave a count of 0 out.
    CHECK(read_cold(many, silent).support == Support::yes);
    CHECK(read_cold(many, many).detail == "896 cached tokens all the same");
    CHECK(read_cold(zero, zero).support == Support::not_told);
    CHECK(read_cold(silent, silent).support == Support::not_told);
    CHECK(read_cold(many, refusal("unknown field cache_salt")).support == Support::refused);
}

TEST_CASE("What an engine says is one line without damage") {
    const Capability odd = read_seed(refusal(R"(a\nb\u0000\ud83d)"));
    CHECK(odd.detail.find('\n') == std::string::npos);
    CHECK(read_json_schema(
              reply_of(whole_body(R"("content":")" + std::string(500, 'x') + "\"", "stop")))
              .detail.size() < 120);
}
