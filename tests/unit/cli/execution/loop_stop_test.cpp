// The early stop from the bytes of a stream to the texts that are stored.
#include "cli/execution/loop_stop.hpp"

#include <catch2/catch_all.hpp>

#include "harness/runner/watched_reader.hpp"
#include "tests/unit/harness/wire/chat_bytes.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

const std::string k_block = "\u0171r \u20ac, read it once; ";  // 20 code points

std::string text_of(int copies) {
    std::string text = "Nothing repeats here \U0001F600.";
    for (int i = 0; i < copies; ++i) text += k_block;
    return text;
}

// The text in deltas of `size` bytes at least, cut between code points.
std::string deltas(const std::string& text, std::size_t size, const std::string& name) {
    std::string body;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = std::min(text.size(), at + size);
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
        body += delta("{\"" + name + "\":\"" + text.substr(at, end - at) + "\"}");
        at = end;
    }
    return body;
}

Completion stored(const std::string& body, std::size_t piece) {
    WatchedReader reader({}, make_loop_stop(8));
    bool going = true;
    for (std::size_t at = 0; going && at < body.size(); at += piece)
        going = reader.feed(std::string_view(body).substr(at, piece), at_ms(1));
    TransferEnd end;
    if (!going) end.kind = TransferEnd::Kind::stopped_by_client;
    end.http_status = 200;
    return reader.finish(end, at_ms(2)).completion;
}

}  // namespace

TEST_CASE("loop stop: the same text is cut at the same code point, whatever the pieces") {
    // 1024 code points are 51.2 copies of 20: the text before the run, 51 copies and 4 more.
    const std::string kept = text_of(51) + "\u0171r \u20ac";
    for (const std::size_t size : {1U, 9U, 300U, 100000U}) {
        const std::string body =
            delta(R"({"reasoning":"hm"})") + deltas(text_of(90), size, "content") +
            delta(R"({"reasoning":" late"})") + finish_event("length") + k_done;
        for (const std::size_t piece : {1U, 7U, 4096U, 1000000U}) {
            CAPTURE(size, piece);
            const Completion completion = stored(body, piece);
            CHECK(completion.content.text == kept);
            CHECK(completion.reasoning.text == "hm");
            CHECK(completion.has_flag("client_stopped"));
        }
    }
}

TEST_CASE("loop stop: a loop in the reasoning keeps the content that stood before it") {
    const std::string kept = text_of(51) + "\u0171r \u20ac";
    for (const std::size_t size : {1U, 50U}) {
        const std::string body = content_delta("early") + deltas(text_of(90), size, "reasoning") +
                                 content_delta("late") + finish_event("stop");
        for (const std::size_t piece : {1U, 7U, 4096U}) {
            CAPTURE(size, piece);
            const Completion completion = stored(body, piece);
            CHECK(completion.reasoning.text == kept);
            CHECK(completion.content.text == "early");
        }
    }
}

TEST_CASE("loop stop: one copy fewer than the rule asks for is no loop") {
    const Completion completion =
        stored(deltas(text_of(51), 5, "content") + finish_event("stop"), 11);
    CHECK(completion.content.text == text_of(51));
    CHECK(completion.finish_reason == "stop");
}
