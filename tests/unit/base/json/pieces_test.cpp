#include "base/json/pieces.hpp"

#include <catch2/catch_all.hpp>

#include "base/json/write.hpp"

using namespace kilter;

namespace {

// Members as name=value, the elements of lists as name[]=value; behind them what went wrong.
std::string read_all(std::string_view text) {
    json::PieceReader in(text);
    std::string said;
    if (!in.enter('{')) return "no object";
    while (in.next('}')) {
        const std::string key = in.key();
        if (in.enter('[')) {
            while (in.next(']')) said += key + "[]=" + json::write(in.value()) + " ";
        } else {
            said += key + "=" + json::write(in.value()) + " ";
        }
    }
    return said + (in.finish() ? "end" : "! " + in.error());
}

}  // namespace

TEST_CASE("Pieces of an object and of a list in it") {
    struct Case {
        std::string text, expected;
    };
    const std::vector<Case> cases = {
        {"", "no object"},
        {" [1]", "no object"},
        {"{}", "end"},
        {" { } \n", "end"},
        {R"({"a": [] , "b":[ ] })", "end"},
        {R"({"a":1,"b":{"c":[2]}})", R"(a=1 b={"c":[2]} end)"},
        {R"({"a":[1,{"b":2},[3]],"c":null})", R"(a[]=1 a[]={"b":2} a[]=[3] c=null end)"},
        {R"({"a\n":"\u00e9"})", "a\n=\"\u00e9\" end"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(read_all(c.text) == c.expected);
    }
}

TEST_CASE("Broken pieces say where and end") {
    struct Case {
        std::string text, expected;
    };
    const std::vector<Case> cases = {
        {"{", "! unexpected end at byte 1"},
        {R"({"a":1)", "a=1 ! unexpected end at byte 6"},
        {R"({"a":1 "b":2})", "a=1 ! expected a comma at byte 7"},
        {R"({"a":[1 2]})", "a[]=1 ! expected a comma at byte 8"},
        {R"({"a":1}})", "a=1 ! something follows the value at byte 7"},
        {R"({"a"})", "=null ! expected a key and its value at byte 4"},
        {R"({1:2})", "=null ! expected a key and its value at byte 2"},
        {R"({"a":1,})", "a=1 =null ! unexpected '}' at byte 7"},
        {R"({"a":[1,]})", "a[]=1 a[]=null ! unexpected ']' at byte 8"},
        {"{\"a\":\uFEFF1}", "a=null ! a byte order mark inside the text at byte 5"},
        {R"({"a":tru})", "a=null ! unexpected 't' at byte 5"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(read_all(c.text) == c.expected);
    }
}
