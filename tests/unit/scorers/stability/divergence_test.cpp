#include "scorers/stability/divergence.hpp"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <cstdint>

using namespace kilter;
using Kind = DivergenceKind;

namespace {

ChannelText text(std::string value) {
    return {TextState::text, std::move(value)};
}

Completion answer(std::string reasoning, std::string content) {
    Completion out;
    out.reasoning = text(std::move(reasoning));
    out.content = text(std::move(content));
    return out;
}

Divergence diverge_all(const std::vector<Completion>& runs) {
    std::vector<const Completion*> pointers;
    for (const Completion& run : runs) pointers.push_back(&run);
    return diverge(pointers);
}

}  // namespace

TEST_CASE("two texts: vectors A5") {
    struct Case {
        std::string name, a, b;
        Kind kind;
        std::size_t code_point, byte;
    };
    const Case cases[] = {
        {"both empty", "", "", Kind::equal, 0, 0},
        {"equal", "abc", "abc", Kind::equal, 0, 0},
        {"last letter", "abc", "abd", Kind::mismatch, 2, 2},
        {"one ends", "ab", "abc", Kind::prefix, 2, 2},
        {"one is empty", "", "a", Kind::prefix, 0, 0},
        {"inside a character", "\u00e9", "\u00ed", Kind::mismatch, 0, 0},
        {"combining", "e\u0301", "\u00e9", Kind::mismatch, 0, 0},
        {"line ends", "a\r\nb", "a\nb", Kind::mismatch, 1, 1},
        {"behind two-byte letters", "\u0151\u0171a", "\u0151\u0171b", Kind::mismatch, 2, 4},
        {"four bytes, last differs", "ab\U0001F642", "ab\U0001F643", Kind::mismatch, 2, 2},
        {"NUL is a character", std::string("a\0b", 3), std::string("a\0c", 3), Kind::mismatch, 2,
         2},
        {"bad bytes count one each",
         "\xff\xff"
         "a",
         "\xff\xff"
         "b",
         Kind::mismatch, 2, 2},
        {"a cut character is no prefix", "ab\xE2\x9C", "ab\u2713", Kind::mismatch, 2, 2},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const std::pair<std::string, std::string> orders[] = {{c.a, c.b}, {c.b, c.a}};
        for (const auto& [a, b] : orders) {
            const Divergence found = diverge(a, b);
            CHECK(found.channel == Channel::content);
            CHECK(found.kind == c.kind);
            CHECK(found.code_point == c.code_point);
            CHECK(found.byte == c.byte);
        }
    }
    CHECK(diverge("a", "b", Channel::tool_calls).channel == Channel::tool_calls);
}

TEST_CASE("values of prior-art F: dates part at character 8") {
    const Divergence found = diverge("2026-11-10", "2026-11-05");
    CHECK(found.code_point == 8);
    CHECK_FALSE(found.at_start());
    CHECK(diverge("A felhaszn\u00e1l\u00f3", "We need answer").at_start());
}

TEST_CASE("at_start ends before code point 8, in code points") {
    const std::string letters = "\u0151\u0151\u0151\u0151\u0151\u0151\u0151";  // 7, 14 bytes
    CHECK(diverge(letters + "a", letters + "b").at_start());
    CHECK_FALSE(diverge(letters + "\u0151"
                                  "a",
                        letters + "\u0151"
                                  "b")
                    .at_start());
    CHECK(diverge("", "a").at_start());
    CHECK_FALSE(diverge("abc", "abc").at_start());
    CHECK_FALSE(Divergence{Channel::reasoning, Kind::absent, 0, 0}.at_start());
}

TEST_CASE("a group parts where its first outlier parts") {
    const Divergence found =
        diverge_all({answer("abcdef", ""), answer("abcdeX", ""), answer("abXdef", "")});
    CHECK(found.channel == Channel::reasoning);
    CHECK(found.kind == Kind::mismatch);
    CHECK(found.code_point == 2);
}

TEST_CASE("a group's prefix kind: the common prefix is the shortest run") {
    CHECK(diverge_all({answer("abcd", ""), answer("abc", ""), answer("abcd", "")}).kind ==
          Kind::prefix);
    // the shortest run is longer than what all share
    CHECK(diverge_all({answer("abcd", ""), answer("abX", ""), answer("abcd", "")}).kind ==
          Kind::mismatch);
}

TEST_CASE("the first channel that differs is named") {
    const Divergence content = diverge_all({answer("same", "x1"), answer("same", "x2")});
    CHECK(content.channel == Channel::content);
    CHECK(content.code_point == 1);
    CHECK(diverge_all({answer("a", "x"), answer("b", "y")}).channel == Channel::reasoning);

    Completion one = answer("same", "");
    Completion two = answer("same", "");
    one.tool_calls = {{"find", "{\"q\":1}"}};
    two.tool_calls = {{"find", "{\"q\":2}"}};
    const Divergence calls = diverge_all({one, two});
    CHECK(calls.channel == Channel::tool_calls);
    CHECK(calls.code_point == 10);  // find, newline, {"q":
}

TEST_CASE("tool calls that differ only in their boundaries part") {
    const auto parted = [](std::vector<ToolCall> a, std::vector<ToolCall> b) {
        Completion one = answer("same", ""), two = one;
        one.tool_calls = std::move(a);
        two.tool_calls = std::move(b);
        return diverge_all({one, two});
    };
    struct Case {
        std::vector<ToolCall> a, b;
        std::size_t code_point;
    };
    const Case cases[] = {
        {{{"f", "a\nb\nc"}}, {{"f", "a"}, {"b", "c"}}, 4},  // a second line, or a second call
        {{{"f\ng", "h"}}, {{"f", "g\nh"}}, 1},
        {{{"f", "a\nb\nc"}}, {{"f", "a"}, {" b", "c"}}, 4},
        {{{"a\\nb", ""}}, {{"a\nb", ""}}, 2},
        {{{"", ""}}, {{"", "\n"}}, 2},
        {{{"", ""}, {"", ""}}, {{"", "\n"}}, 2},
    };
    for (const Case& c : cases) {
        const Divergence found = parted(c.a, c.b);
        CHECK(found.channel == Channel::tool_calls);
        CHECK(found.kind != Kind::equal);
        CHECK(found.code_point == c.code_point);
    }
    CHECK(parted({{"f", "a\nb"}}, {{"f", "a\nb"}}).kind == Kind::equal);
}

TEST_CASE("a run without text beside a run with text is absent") {
    const Divergence found =
        diverge_all({answer("thought", "x"), answer("", "x"), answer("thought", "x")});
    CHECK(found.channel == Channel::reasoning);
    CHECK(found.kind == Kind::absent);
    CHECK_FALSE(found.at_start());
}

TEST_CASE("absent, null and the empty text are the same text") {
    Completion absent;
    Completion null;
    null.reasoning.state = TextState::null;
    null.content.state = TextState::null;
    CHECK(diverge_all({absent, null, answer("", "")}).kind == Kind::equal);
    CHECK(diverge_all({absent}).kind == Kind::equal);
    CHECK(diverge_all({}).kind == Kind::equal);
}

TEST_CASE("property: the order of the runs does not matter") {
    std::uint32_t state = 7;
    const auto next = [&state](std::uint32_t below) {
        state = state * 1664525U + 1013904223U;
        return (state >> 16U) % below;
    };
    const std::string units[] = {"a", "\u00e9", "\u00ed", "\xE2", "\x9C", "\u2713", "\U0001F642"};
    for (int round = 0; round < 500; ++round) {
        std::string shared;
        for (auto i = next(6); i > 0; --i) shared += units[next(7)];
        std::vector<Completion> runs;
        for (int run = 0; run < 3; ++run) {
            std::string own = shared;
            for (auto i = 1 + next(3); i > 0; --i) own += units[next(7)];
            runs.push_back(answer(own, ""));
        }
        const Divergence first = diverge_all(runs);
        for (int turn = 0; turn < 2; ++turn) {
            std::rotate(runs.begin(), runs.begin() + 1, runs.end());
            const Divergence other = diverge_all(runs);
            CHECK(other.kind == first.kind);
            CHECK(other.code_point == first.code_point);
            CHECK(other.byte == first.byte);
        }
    }
}
