// Whole JSON bodies, and what is none.
#include "base/text/normalize.hpp"
#include "tests/unit/harness/wire/chat_bytes.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("A whole body: channels, ids, usage") {
    const WireResult result = read_body(
        "\n\n"
        R"({"id":"c1","model":"m","system_fingerprint":"b1-x","choices":[{"index":0,"message":{)"
        R"("content":"{\"a\":1}","reasoning":"r"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3}})");
    CHECK(result.outcome == Outcome::answered);
    CHECK(result.error.empty());
    const Completion& completion = result.completion;
    CHECK(completion.content.text == "{\"a\":1}");
    CHECK(completion.reasoning.text == "r");
    CHECK(completion.reasoning_source == "reasoning");
    CHECK(completion.finish_reason == "stop");
    CHECK(completion.finished);
    CHECK(completion.response_id == "c1");
    CHECK(completion.model == "m");
    CHECK(completion.system_fingerprint == "b1-x");
    CHECK(completion.usage.prompt_tokens == 3);
    CHECK_FALSE(completion.timings.first_token_ms.has_value());
}

TEST_CASE("When an answer was made: seconds, as first told") {
    struct Case {
        std::string told;
        std::optional<long long> created;
    };
    const std::vector<Case> cases = {
        {"1767225600", 1767225600},    {"1767225600.75", 1767225600},
        {"1767225600750", 1767225600},  // milliseconds
        {"0", std::nullopt},           {"-5", std::nullopt},
        {"1.7e9", std::nullopt},       {"99999999999999999999999", std::nullopt},
        {"null", std::nullopt},        {"\"1767225600\"", std::nullopt},
    };
    for (const Case& one : cases) {
        INFO(one.told);
        const WireResult result = read_body(
            R"({"created":)" + one.told +
            R"(,"choices":[{"index":0,"message":{"content":"a"},"finish_reason":"stop"}]})");
        CHECK(result.outcome == Outcome::answered);
        CHECK(result.completion.created == one.created);
    }
    // A server that stamps each chunk: the first is nearest to the request.
    const WireResult streamed = read_body(
        "data: {\"created\":100,\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\n"
        "data: {\"created\":107,\"choices\":[{\"index\":0,\"delta\":{},"
        "\"finish_reason\":\"stop\"}]}\n\n");
    CHECK(streamed.completion.created == 100);
}

TEST_CASE("B06 B14 null content at the limit, with reasoning and without") {
    const WireResult thinking =
        read_body(whole_body(R"("content":null,"reasoning_content":"aaa")", "length"));
    CHECK(thinking.outcome == Outcome::truncated_in_reasoning);
    CHECK_FALSE(thinking.retryable);
    CHECK(thinking.completion.content.state == TextState::null);
    const WireResult nothing = read_body(whole_body("\"content\":null", "length"));
    CHECK(nothing.outcome == Outcome::empty);
    CHECK_FALSE(nothing.completion.usage.completion_tokens.has_value());
}

TEST_CASE("B15 B16 inline reasoning leaves the content") {
    const WireResult unclosed =
        read_body(whole_body(R"("content":"<think>maybe {\"total\":5}")", "length"));
    CHECK(unclosed.outcome == Outcome::truncated_in_reasoning);
    CHECK(unclosed.completion.content == ChannelText{TextState::text, ""});
    CHECK(unclosed.completion.has_flag("reasoning_unclosed"));
    const WireResult lone = read_body(whole_body(R"("content":"x</think>{\"d\":2}")", "stop"));
    CHECK(lone.completion.content.text == "{\"d\":2}");
    CHECK(lone.completion.reasoning.text == "x");
    CHECK(lone.completion.reasoning_source == "tags");
}

TEST_CASE("B17 reasoning under its many names is the same reasoning") {
    struct Case {
        std::string message, source;
        bool conflict = false;
    };
    const std::vector<Case> cases = {
        {R"("content":"x","reasoning":"r")", "reasoning"},
        {R"("content":"x","reasoning_content":"r")", "reasoning_content"},
        {R"("content":"x","thinking":"r")", "thinking"},
        {R"("content":"x","reasoning":"r","reasoning_content":"r")", "reasoning"},
        {R"("content":"x","reasoning":null,"reasoning_content":"r")", "reasoning_content"},
        {R"("content":"x","reasoning":"r","reasoning_content":"other")", "reasoning", true},
        {R"("content":"x","reasoning_details":[{"type":"reasoning.text","text":"r"},{"type":"reasoning.encrypted","data":"z"}])",
         "reasoning_details"},
        {R"("content":[{"type":"thinking","thinking":[{"type":"text","text":"r"}]},{"type":"text","text":"x"}])",
         "thinking"},
        {R"("content":"<think>r</think>x","reasoning_content":"r\n")", "reasoning_content"},
        {R"("content":"<think>q</think>x","reasoning_content":"r")", "reasoning_content", true},
    };
    for (const Case& c : cases) {
        INFO(c.message);
        const Completion completion = read_body(whole_body(c.message, "stop")).completion;
        CHECK(trim(completion.reasoning.text) == "r");
        CHECK(completion.reasoning_source == c.source);
        CHECK(completion.has_flag("reasoning_conflict") == c.conflict);
        CHECK(completion.content.text == "x");
    }
}

TEST_CASE("B19 content in parts is joined") {
    const WireResult result = read_body(whole_body(
        R"("content":[{"type":"text","text":"{\"a\""},{"type":"text","text":":1}"}])", "stop"));
    CHECK(result.completion.content.text == "{\"a\":1}");
    CHECK(result.completion.has_flag("content_parts"));
    CHECK(read_body(whole_body(R"("content":{"a":1.10})", "stop")).completion.content.text ==
          "{\"a\":1.10}");
}

TEST_CASE("B20 B25 JSON in the reasoning is not an answer") {
    const WireResult result =
        read_body(whole_body(R"("content":null,"reasoning":"{\"a\":1}")", "stop"));
    CHECK(result.outcome == Outcome::stopped_in_reasoning);
    CHECK(result.completion.content.text.empty());
}

TEST_CASE("B41 B42 bytes that are no text are kept, lone halves repaired, both flagged") {
    const WireResult bytes = read_body(whole_body("\"content\":\"a\xC3\"", "stop"));
    CHECK(bytes.outcome == Outcome::answered);
    CHECK(bytes.completion.content.text == "a\xC3");  // as it came, so that other bytes differ
    CHECK(bytes.completion.has_flag("invalid_utf8"));
    const WireResult lone = read_body(whole_body(R"("content":"a\ud835b")", "stop"));
    CHECK(lone.outcome == Outcome::answered);
    CHECK(lone.completion.content.text ==
          "a\xEF\xBF\xBD"
          "b");
    CHECK(lone.completion.has_flag("repaired_surrogate"));
    CHECK_FALSE(lone.completion.has_flag("invalid_utf8"));
}

TEST_CASE("B33 an error in a 200 is an error with its own code") {
    const WireResult result =
        read_body(R"({"choices":null,"error":{"code":429,"message":"slow down"}})");
    CHECK(result.outcome == Outcome::protocol_error);
    CHECK(result.error_code == 429);
    CHECK(result.retryable);
    CHECK_THAT(result.error, ContainsSubstring("slow down"));
    CHECK(read_body(R"({"error":"text"})").outcome == Outcome::protocol_error);
    CHECK_FALSE(read_body(R"({"error":"text"})").retryable);
    CHECK_THAT(read_body(R"({"detail":"no such thing"})").error,
               ContainsSubstring("no such thing"));
}

TEST_CASE("Blank bytes before a body count, however the network cut them") {
    // 80 blank bytes, a byte order mark of 3, then five bytes up to the one that is wrong.
    const std::string blank(80, '\n');
    const std::string body = blank + "\xEF\xBB\xBF" + R"({"a":x})";
    const std::string expected = "the body is not JSON: unexpected 'x' at byte 88";
    CHECK(read_body(body).error == expected);
    CHECK(read_bytewise(body).error == expected);
    const std::string event = content_delta("y") + finish_event("stop");
    for (const std::string& front : {blank, std::string(70, ' '), blank + " \xEF\xBB\xBF \n"}) {
        CHECK(read_body(front + event).outcome == Outcome::answered);
        CHECK(read_bytewise(front + event).completion.content.text == "y");
    }
}

TEST_CASE("Bodies that cannot be used say why") {
    struct Case {
        std::string name, body, part;
    };
    std::string deep = "{\"choices\":";
    deep.append(100000, '[');
    const std::vector<Case> cases = {
        {"nothing", "", "empty"},
        {"blank lines only", "\n\n", "empty"},
        {"HTML", "<!DOCTYPE html>\n<html><body>Sign in</body></html>", "HTML"},
        {"text", "Loading model", "Loading model"},
        {"choices null", R"({"choices":null})", "no choices"},
        {"choices empty", R"({"choices":[]})", "no choices"},
        {"message null", R"({"choices":[{"message":null}]})", "no choices"},
        {"a list", "[]", "no choices"},
        {"half JSON", R"({"choices":[{"message":{"content":"x)", "not JSON"},
        {"NaN", R"({"choices":[{"message":{"content":"x"},"logprobs":NaN}]})", "at byte"},
        {"100,000 brackets", deep, "nesting deeper than 256"},
        {"100,000 brackets in a stream", "data: " + deep + "\n\n", "nesting deeper than 256"},
        {"compressed", "\x1F\x8B\x08", "compressed"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const WireResult result = read_body(c.body);
        CHECK(result.outcome == Outcome::protocol_error);
        CHECK_THAT(result.error, ContainsSubstring(c.part));
        CHECK_FALSE(result.retryable);
        CHECK(result.error.size() < 600);
        CHECK(result.error.find('\n') == std::string::npos);
    }
}

TEST_CASE("Brackets inside the answer's text are text") {
    const std::string loop(100000, '[');
    const WireResult result = read_body(whole_body("\"content\":\"" + loop + "\"", "length"));
    CHECK(result.outcome == Outcome::truncated_in_answer);
    CHECK(result.completion.content.text == loop);
}

TEST_CASE("A refusal and a second choice") {
    CHECK(read_body(whole_body(R"("content":null,"refusal":"I cannot")", "stop")).outcome ==
          Outcome::filtered);
    const WireResult two =
        read_body(R"({"choices":[{"index":1,"message":{"content":"b"},"finish_reason":"stop"},)"
                  R"({"index":0,"message":{"content":"a"},"finish_reason":"stop"}]})");
    CHECK(two.completion.content.text == "a");
    CHECK(two.completion.has_flag("extra_choices"));
}
