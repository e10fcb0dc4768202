#include "base/json/write.hpp"

#include <catch2/catch_all.hpp>
#include <nlohmann/json.hpp>

#include "base/json/read.hpp"

using namespace kilter::json;
using namespace std::string_literals;

TEST_CASE("quote escapes what JSON demands and nothing else") {
    struct Case {
        std::string text;
        std::string quoted;
    };
    const Case cases[] = {
        {"", R"("")"},
        {"a\"b\\c/d", R"("a\"b\\c/d")"},
        {"\b\f\n\r\t", R"("\b\f\n\r\t")"},
        {"a\0b\x1f\x7f"s, "\"a\\u0000b\\u001f\x7f\""},
        {"\u00e9\u2028\U0001F642", "\"\u00e9\u2028\U0001F642\""},
        {"a\xC3", "\"a\uFFFD\""},
        {"\xED\xA0\x80", "\"\uFFFD\uFFFD\uFFFD\""},
    };
    for (const Case& c : cases) {
        INFO(c.quoted);
        CHECK(quote(c.text) == c.quoted);
    }
}

TEST_CASE("Every byte and every pair of odd bytes is quoted as valid JSON") {
    for (int first = 0; first < 256; ++first) {
        for (const int second : {0, 0x22, 0x41, 0x5C, 0x80, 0xBF, 0xC3, 0xE2, 0xF0, 0xFF}) {
            const std::string text{static_cast<char>(first), static_cast<char>(second)};
            INFO(first << " " << second);
            CHECK(nlohmann::json::accept(quote(text)));
        }
    }
}

TEST_CASE("Values are written compactly, for people, and for digests") {
    const Value value = make_object({{"b", make_array({make_number("1.50"), make_null()})},
                                     {"a", make_object()},
                                     {"B", make_array()},
                                     {"a", make_boolean(true)},
                                     {"", make_string("\u0151")}});
    CHECK(write(value) == "{\"b\":[1.50,null],\"a\":{},\"B\":[],\"a\":true,\"\":\"\u0151\"}");
    CHECK(write_canonical(value) ==
          "{\"\":\"\u0151\",\"B\":[],\"a\":{},\"a\":true,\"b\":[1.50,null]}");
    CHECK(write_pretty(value) ==
          "{\n  \"b\": [\n    1.50,\n    null\n  ],\n  \"a\": {},\n  \"B\": [],\n  \"a\": true,\n"
          "  \"\": \"\u0151\"\n}");
}

TEST_CASE("The canonical form sorts at every level") {
    const Value value = read(R"({"z":[{"b":1,"a":{"d":2,"c":3}}]})").value;
    CHECK(write_canonical(value) == R"({"z":[{"a":{"c":3,"d":2},"b":1}]})");
}

TEST_CASE("A number that is none does not break the document") {
    Value value = make_integer(1);
    value.text = "NaN";
    CHECK(write(make_array({value})) == "[null]");
}
