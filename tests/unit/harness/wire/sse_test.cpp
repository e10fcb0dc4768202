#include "harness/wire/sse.hpp"

#include <vector>

using kilter::SseEvent;
using kilter::SseMachine;

namespace {

struct Seen {
    std::vector<std::string> events;  // "name|data", with "~" behind an unterminated one
    std::size_t comments = 0;
    friend bool operator==(const Seen&, const Seen&) = default;
};

Seen run(std::string_view bytes, std::size_t cut) {
    SseMachine machine;
    Seen seen;
    const auto keep = [&](const SseEvent& event) {
        seen.events.push_back(event.name + "|" + event.data + (event.terminated ? "" : "~"));
    };
    machine.feed(bytes.substr(0, cut), keep);
    machine.feed(bytes.substr(cut), keep);
    machine.finish(keep);
    seen.comments = machine.comments();
    return seen;
}

struct Case {
    std::string name;
    std::string bytes;
    std::vector<std::string> events;
    std::size_t comments = 0;
};

const std::vector<Case> k_cases = {
    {"nothing", "", {}},
    {"LF", "data: a\n\ndata: b\n\n", {"|a", "|b"}},
    {"CR", "data: a\r\rdata: b\r\r", {"|a", "|b"}},
    {"CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", {"|a", "|b"}},
    {"mixed line ends", "data: a\r\n\ndata: b\n\r\ndata: c\r\r\n", {"|a", "|b", "|c"}},
    {"no space after the colon", "data:a\n\n", {"|a"}},
    {"only one space belongs to the field", "data:  a\n\n", {"| a"}},
    {"several data lines", "data: a\ndata:\ndata: c\n\n", {"|a\n\nc"}},
    {"empty data is no event", "data:\n\ndata: \n\ndata\n\n", {}},
    {"event name, then forgotten", "event: error\ndata: a\n\ndata: b\n\n", {"error|a", "|b"}},
    {"a name without data is no event", "event: x\n\ndata: b\n\n", {"|b"}},
    {"error field line", "error: {\"code\":500}\n\n", {"error|{\"code\":500}"}},
    {"comments", ":\n\n:\n\n: ping\n\ndata: a\n\n", {"|a"}, 3},
    {"comment after an id line", "id: 7\n: x\n\ndata: a\n\n", {"|a"}, 1},
    {"data that looks like a comment", "data: : PING\n\n", {"|: PING"}},
    {"unknown fields", "retry: 5\nfoo: bar\nid: 1\ndata: a\n\n", {"|a"}},
    {"BOM",
     "\xEF\xBB\xBF"
     "data: a\n\n",
     {"|a"}},
    {"no blank line at the end", "data: a\n", {"|a~"}},
    {"no line end at all", "data: a", {"|a~"}},
    {"NUL and invalid bytes stay",
     std::string("data: \0\xC3\xFF\n\n", 11),
     {std::string("|\0\xC3\xFF", 4)}},
};

}  // namespace

TEST_CASE("SSE events come out the same wherever the bytes are cut") {
    for (const Case& c : k_cases) {
        const Seen want{c.events, c.comments};
        for (std::size_t cut = 0; cut <= c.bytes.size(); ++cut) {
            INFO(c.name << ", cut after byte " << cut);
            CHECK((run(c.bytes, cut) == want));
        }
    }
}

TEST_CASE("The first line end is found however far it is, and whichever comes first") {
    CHECK(kilter::find_line_end("") == std::string::npos);
    for (const std::size_t length : {0U, 1U, 255U, 256U, 257U, 511U, 512U, 1000U}) {
        INFO(length);
        const std::string line(length, 'x');
        CHECK(kilter::find_line_end(line) == std::string::npos);
        for (const std::string end : {"\n", "\r", "\r\n", "\n\r"}) {
            CHECK(kilter::find_line_end(line + end) == length);
            CHECK(kilter::find_line_end(line + end + std::string(300, 'y') + "\r\n") == length);
        }
    }
}
