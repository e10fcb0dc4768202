#include "base/diagnostics.hpp"

#include <algorithm>
#include <catch2/catch_all.hpp>

using namespace kilter;
using Severity = Diagnostic::Severity;

TEST_CASE("A diagnostic's line leaves out what is unknown") {
    struct Case {
        Diagnostic diagnostic;
        std::string line;
    };
    const Case cases[] = {
        {{Severity::error, "suite.yaml", {12, 3}, "duplicate key 'gold'"},
         "suite.yaml:12:3: error: duplicate key 'gold'"},
        {{Severity::warning, "suite.yaml", {12, 0}, "odd"}, "suite.yaml:12: warning: odd"},
        {{Severity::note, "suite.yaml", {0, 0}, "seen"}, "suite.yaml: note: seen"},
        {{Severity::error, "suite.yaml", {0, 7}, "no line"}, "suite.yaml: error: no line"},
        {{Severity::error, "", {1, 1}, "no file"}, "error: no file"},
    };
    for (const Case& c : cases) CHECK(to_line(c.diagnostic) == c.line);
}

TEST_CASE("A diagnostic cannot write control sequences") {
    const Diagnostic hostile{Severity::error, "a\nb", {1, 2}, "key '\x1b[31m' \u202e"};
    CHECK(to_line(hostile) == "a\\nb:1:2: error: key '\\x1b[31m' \\u202e");
}

TEST_CASE("Diagnostics are shown by file and position") {
    Diagnostics all;
    CHECK(to_text(all).empty());
    CHECK_FALSE(all.has_errors());
    all.warning("b", {2, 1}, "third");
    CHECK_FALSE(all.has_errors());
    all.error("b", {1, 9}, "first");
    all.error("b", {1, 10}, "second");
    all.error("c", {}, "fourth");
    all.error("c", {}, "fifth");
    CHECK(all.has_errors());
    CHECK(all.all().size() == 5);
    CHECK(to_text(all) ==
          "b:1:9: error: first\nb:1:10: error: second\nb:2:1: warning: third\n"
          "c: error: fourth\nc: error: fifth\n");
}

TEST_CASE("of more than twenty mistakes of a kind the rest is counted") {
    Diagnostics diagnostics;
    for (int line = 1; line <= 3000; ++line)
        diagnostics.error("a.jsonl", {line, 1},
                          "suite s has no item 'i-" + std::to_string(line) + "'");
    diagnostics.error("a.jsonl", {3001, 1}, "'k' takes a number");
    const std::string text = to_text(diagnostics);
    CHECK(std::count(text.begin(), text.end(), '\n') == 22);
    CHECK(text.find("a.jsonl:20:1: error: suite s has no item 'i-20'\nand 2,980 more like it\n"
                    "a.jsonl:3001:1: error: 'k' takes a number\n") != std::string::npos);
}

TEST_CASE("twenty mistakes of a kind are all shown") {
    Diagnostics diagnostics;
    for (int line = 1; line <= 20; ++line) diagnostics.error("a", {line, 1}, "wrong");
    const std::string text = to_text(diagnostics);
    CHECK(std::count(text.begin(), text.end(), '\n') == 20);
    CHECK(text.find("more like it") == std::string::npos);
}
