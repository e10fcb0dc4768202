// Streams as engines really send them.
#include "tests/unit/harness/wire/chat_bytes.hpp"

using namespace kilter;
using namespace kilter::test;

TEST_CASE("B22 B21 a multi-byte answer is the same for every cut") {
    const std::string body =
        delta(R"({"role":"assistant","content":""})") + delta(R"({"reasoning":"ő\ud83d"})") +
        delta(R"({"reasoning":"\ude42"})") + content_delta("é✓🙂ő") +
        content_delta(R"(\u00e9\ud83d)") + content_delta(R"(\ude00 end)") + finish_event("stop") +
        "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":5}}\r\n\r\n" +
        k_done;
    const std::string want = "é✓🙂őé😀 end";
    for (std::size_t cut = 0; cut <= body.size(); ++cut) {
        INFO("cut after byte " << cut);
        const WireResult result = read_cut(body, cut);
        CHECK(result.outcome == Outcome::answered);
        CHECK(result.completion.content.text == want);
        CHECK(result.completion.reasoning.text == "ő🙂");
        CHECK(result.completion.usage.completion_tokens == 5);
        CHECK(result.completion.flags.empty());
    }
    const WireResult bytewise = read_bytewise(body);
    CHECK(bytewise.completion.content.text == want);
    CHECK(bytewise.completion.flags.empty());
}

TEST_CASE("B42 lone halves in a stream become U+FFFD, once the stream is over") {
    const WireResult result = read_body(content_delta(R"(a\ud83d)") + content_delta("b") +
                                        content_delta(R"(\ude00)") + finish_event("stop"));
    CHECK(result.outcome == Outcome::answered);
    CHECK(result.completion.content.text ==
          "a\xEF\xBF\xBD"
          "b\xEF\xBF\xBD");
    CHECK(result.completion.has_flag("repaired_surrogate"));
}

TEST_CASE("B31 a stream without a finish_reason is incomplete, its text kept") {
    const std::vector<std::pair<std::string, std::string>> tails = {
        {"end of body", ""}, {"DONE alone", k_done}, {"cut in the next event", "data: {\"choi"}};
    for (const auto& [name, tail] : tails) {
        INFO(name);
        const WireResult result = read_body(content_delta(R"({\"a\":)") + tail);
        CHECK(result.outcome == Outcome::stream_incomplete);
        CHECK(result.completion.content.text == "{\"a\":");
        CHECK_FALSE(result.completion.finished);
        CHECK(result.retryable);
        CHECK_THAT(result.error, Catch::Matchers::ContainsSubstring("finish_reason"));
    }
}

TEST_CASE("A finish_reason that is null or empty is none; a later one counts") {
    const std::string empty =
        "data: {\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"\"}]}\n\n";
    CHECK(read_body(empty + k_done).outcome == Outcome::stream_incomplete);
    CHECK(read_body(empty + finish_event("stop")).outcome == Outcome::answered);
}

TEST_CASE("B30 chunks without choices, anywhere, give usage and nothing else") {
    const std::string usage = "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":7}}\n\n";
    const std::string x = content_delta("x");
    const std::string end = finish_event("stop");
    for (const std::string& body :
         {usage + x + end, x + usage + end, x + end + usage + usage + k_done,
          "data: {\"prompt_filter_results\":[]}\n\n" + usage + x + end}) {
        const WireResult result = read_body(body);
        CHECK(result.outcome == Outcome::answered);
        CHECK(result.completion.content.text == "x");
        CHECK(result.completion.usage.prompt_tokens == 7);
    }
}

TEST_CASE("B23 comments and pings are passed over; a hostile data line is noted") {
    const std::string answer = content_delta("x") + finish_event("stop") + k_done;
    const WireResult pings = read_body(":\n\n:\n\n:\n\n: OPENROUTER PROCESSING\n\n" + answer);
    CHECK(pings.outcome == Outcome::answered);
    CHECK(pings.completion.flags.empty());
    const WireResult hostile = read_body("data: : PING\n\n" + answer);
    CHECK(hostile.outcome == Outcome::answered);
    CHECK(hostile.completion.has_flag("event_not_json"));
}

TEST_CASE("A damaged chunk makes the answer unusable, even where a finish follows") {
    const WireResult result =
        read_body(content_delta("x") + "data: {\"choices\":[{\"delta\"\n\n" + finish_event("stop"));
    CHECK(result.outcome == Outcome::protocol_error);
    CHECK_FALSE(result.retryable);
    CHECK_THAT(result.error, Catch::Matchers::ContainsSubstring("of an event"));
}

TEST_CASE("Ends of streams: no blank line, DONE twice, bytes behind DONE, events run together") {
    std::string unterminated = content_delta("x") + finish_event("stop");
    unterminated.resize(unterminated.size() - 2);
    const WireResult eof = read_body(unterminated);
    CHECK(eof.outcome == Outcome::answered);
    CHECK(eof.completion.has_flag("eof_without_terminator"));

    const std::string answer = content_delta("x") + finish_event("stop");
    CHECK(read_body(answer + k_done + k_done).completion.flags.empty());
    const WireResult behind = read_body(answer + k_done + content_delta("y"));
    CHECK(behind.completion.content.text == "x");
    CHECK(behind.completion.has_flag("events_after_done"));

    std::string together = content_delta("x");
    together.pop_back();
    const WireResult joined = read_body(together + finish_event("stop"));
    CHECK(joined.outcome == Outcome::answered);
    CHECK(joined.completion.content.text == "x");
}

TEST_CASE("B32 in-stream errors are errors in every shape, with their message") {
    struct Case {
        std::string name, body, message;
        std::optional<int> code;
        bool retryable;
    };
    const std::vector<Case> cases = {
        {"error field line", "error: {\"code\":500,\"message\":\"x1\"}\n\n", "x1", 500, true},
        {"error object and DONE",
         "data: {\"error\":{\"message\":\"x2\",\"code\":500}}\n\n" + k_done, "x2", 500, true},
        {"error event", "event: error\ndata: {\"message\":\"x3\"}\n\n", "x3", std::nullopt, false},
        {"error event with plain text", "event: error\ndata: x4 broke\n\n", "x4 broke",
         std::nullopt, false},
        {"after tokens, and a finish behind it",
         content_delta("y") + "data: {\"error\":{\"message\":\"x5\",\"code\":400}}\n\n" +
             finish_event("stop"),
         "x5", 400, false},
        {"code in words",
         "data: {\"error\":{\"message\":\"x6\",\"type\":\"rate_limit_error\",\"code\":null}}\n\n",
         "x6", 429, true},
        {"on the choice",
         "data: "
         "{\"choices\":[{\"delta\":{\"content\":\"\"},\"error\":{\"message\":\"x7\",\"code\":502},"
         "\"finish_reason\":\"error\"}]}\n\n",
         "x7", 502, true},
        {"flat", "data: {\"object\":\"error\",\"message\":\"x8\",\"code\":503}\n\n", "x8", 503,
         true},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const WireResult result = read_body(c.body);
        CHECK(result.outcome == Outcome::protocol_error);
        CHECK_THAT(result.error, Catch::Matchers::ContainsSubstring(c.message));
        CHECK(result.error_code == c.code);
        CHECK(result.retryable == c.retryable);
    }
    const WireResult none = read_body("data: {\"error\":null,\"choices\":[]}\n\n" +
                                      content_delta("x") + finish_event("stop"));
    CHECK(none.outcome == Outcome::answered);
}

TEST_CASE("B18 first token and first answer are apart; tags count as thinking") {
    ResponseReader reader({"think"});
    reader.feed(delta(R"({"role":"assistant","content":null})"), at_ms(50));
    reader.feed(delta(R"({"reasoning":"x"})"), at_ms(100));
    reader.feed(content_delta("y"), at_ms(1000));
    reader.feed(finish_event("stop"), at_ms(1100));
    const Timings timings = reader.finish(ended(), at_ms(1200)).completion.timings;
    CHECK(timings.first_token_ms == 100.0);
    CHECK(timings.first_answer_ms == 1000.0);
    CHECK(timings.total_ms == 1200.0);

    ResponseReader tags({"think"});
    tags.feed(content_delta("<think>"), at_ms(10));
    tags.feed(content_delta("x</think>"), at_ms(20));
    tags.feed(content_delta("y"), at_ms(30));
    tags.feed(finish_event("stop"), at_ms(40));
    const Timings split = tags.finish(ended(), at_ms(50)).completion.timings;
    CHECK(split.first_token_ms == 10.0);
    CHECK(split.first_answer_ms == 30.0);
}

TEST_CASE("The first answer comes with the piece that goes beyond the think block, however cut") {
    struct Case {
        const char* name;
        std::vector<std::string> pieces;  // at 10, 20, 30, ... ms
        std::optional<double> first_answer;
    };
    const std::vector<Case> cases = {
        {"no tags", {"a", "b"}, 10},
        {"a bracket is no tag", {"a", "b > c", ">", "d"}, 10},
        {"the closing tag in two pieces", {"<think>x</th", "ink>", "y"}, 30},
        {"the bracket alone", {"<think>", "x</think", ">", "y", "z"}, 40},
        {"tag and answer in one piece", {"<think>x", "</think>y", "z"}, 20},
        {"all in one piece", {"<think>x</think>y"}, 10},
        {"other brackets before and behind", {"<think>a>b", ">", "c</think>", "d>", "e"}, 40},
        {"the last closing tag counts", {"x</think>", "y", "</think>", "z"}, 40},
        {"never closed", {"<think>x", ">", "y"}, std::nullopt},
        {"nothing behind the tag", {"<think>x", "</think>"}, std::nullopt},
        {"like JSON, so the tag is content", {"{", "</think>", "}"}, 10},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        ResponseReader reader({"think"});
        double now = 0;
        for (const std::string& piece : c.pieces)
            reader.feed(content_delta(piece), at_ms(now += 10));
        reader.feed(finish_event("stop"), at_ms(now + 10));
        const Timings timings = reader.finish(ended(), at_ms(now + 20)).completion.timings;
        CHECK(timings.first_token_ms == 10.0);
        CHECK(timings.first_answer_ms == c.first_answer);
    }
}

TEST_CASE("Hostile sizes take time in proportion: blank lines, one event of very many lines") {
    // Quadratic work would take hours here.
    std::string blank(300'000, '\n');
    const WireResult patient = read_bytewise(blank + content_delta("x") + finish_event("stop"));
    CHECK(patient.outcome == Outcome::answered);
    std::string lines;
    for (int i = 0; i < 300'000; ++i) lines += "data: y\n";
    const WireResult odd = read_body(lines + "\n" + content_delta("x") + finish_event("stop"));
    CHECK(odd.outcome == Outcome::answered);
    CHECK(odd.completion.has_flag("event_not_json"));
}

TEST_CASE("Tool call deltas join by their index") {
    const WireResult result = read_body(
        delta(
            R"({"content":null,"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":""}}]})") +
        delta(R"({"tool_calls":[{"index":1,"function":{"name":"g","arguments":"{"}}]})") +
        delta(R"({"tool_calls":[{"index":0,"function":{"arguments":"{\"x\":"}}]})") +
        delta(
            R"({"tool_calls":[{"index":1,"function":{"name":"g","arguments":"}"}},{"index":0,"function":{"arguments":"1}"}}]})") +
        delta(R"({"tool_calls":[{"index":99999999999999999999,"function":7},null,3]})") +
        finish_event("tool_calls"));
    CHECK(result.outcome == Outcome::tool_call_only);
    REQUIRE(result.completion.tool_calls.size() == 2);
    CHECK(result.completion.tool_calls[0] == ToolCall{"f", "{\"x\":1}"});
    CHECK(result.completion.tool_calls[1] == ToolCall{"g", "{}"});
    CHECK(result.completion.content.state == TextState::null);
}

TEST_CASE("Text states survive the stream: absent, null, empty, text") {
    const auto state = [](std::string_view first) {
        return read_body(delta(first) + finish_event("stop")).completion.content.state;
    };
    CHECK(state(R"({"role":"assistant"})") == TextState::absent);
    CHECK(state(R"({"content":null})") == TextState::null);
    CHECK(state(R"({"content":""})") == TextState::text);
    const WireResult later =
        read_body(delta(R"({"content":null})") + content_delta("x") +
                  delta(R"({"content":null,"tool_calls":null})") + finish_event("stop"));
    CHECK(later.completion.content == ChannelText{TextState::text, "x"});
}

TEST_CASE("A stream is known by its bytes, or late by its content type") {
    const std::string answer = content_delta("x") + finish_event("stop");
    CHECK(read_body("\r\n\r\n" + answer).outcome == Outcome::answered);
    CHECK(read_body("\xEF\xBB\xBF" + answer).outcome == Outcome::answered);
    TransferEnd typed = ended();
    typed.content_type = "text/event-stream; charset=utf-8";
    CHECK(read_body("foo: bar\n\n" + answer, typed).outcome == Outcome::answered);
    CHECK(read_body("", typed).outcome == Outcome::stream_incomplete);
    TransferEnd json = ended();
    json.content_type = "application/json";
    CHECK(read_body(answer, json).outcome == Outcome::answered);
    CHECK(read_body(whole_body("\"content\":\"x\"", "stop"), typed).outcome == Outcome::answered);
}

TEST_CASE("An unfinished transfer has the transport's word; a finished answer stands") {
    using Kind = TransferEnd::Kind;
    const std::string part = content_delta("x");
    CHECK(read_body(part, ended(Kind::transport_error, "reset")).outcome ==
          Outcome::transport_error);
    CHECK(read_body(part, ended(Kind::transport_error, "reset")).retryable);
    CHECK(read_body(part, ended(Kind::timeout, "idle")).outcome == Outcome::timeout);
    CHECK_FALSE(read_body(part, ended(Kind::timeout, "idle")).retryable);
    CHECK(read_body(part, ended(Kind::interrupted, "")).outcome == Outcome::interrupted);
    CHECK(read_body(part, ended(Kind::stopped_by_client, "")).outcome ==
          Outcome::stopped_by_client);
    CHECK(read_body(part, ended(Kind::timeout, "idle")).error == "idle");

    const std::string whole = part + finish_event("stop");
    const WireResult cut = read_body(whole, ended(Kind::transport_error, "reset"));
    CHECK(cut.outcome == Outcome::answered);
    CHECK(cut.completion.has_flag("cut_after_finish"));
    CHECK_FALSE(cut.retryable);
    CHECK(read_body(whole, ended(Kind::interrupted, "")).outcome == Outcome::interrupted);
}

TEST_CASE("A cut keeps a character whole and does not run on through damage") {
    const auto kept = [](const std::string& text, std::size_t size) {
        ResponseReader reader({"think"});
        reader.feed(content_delta(text), at_ms(1));
        reader.cut({0, size});
        return std::string(reader.so_far().content);
    };
    CHECK(kept("aőb", 1) == "a");
    CHECK(kept("aőb", 2) == "aő");
    CHECK(kept("a🙂b", 2) == "a🙂");
    CHECK(kept("ab", 9) == "ab");
    const std::string run(10, '\xBE');  // bytes that follow nothing
    CHECK(kept("ab" + run + "c", 3) == "ab\xBE");
}
