#include "base/text/utf8.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;

namespace {

struct Case {
    std::string bytes;
    std::size_t units;
    std::optional<std::size_t> invalid;
};

const Case k_cases[] = {
    {"", 0, std::nullopt},
    {"abc", 3, std::nullopt},
    {std::string("a\0b", 3), 3, std::nullopt},
    {"\u00e9\u2713\U0001F642\u0151", 4, std::nullopt},
    {"\x7f\xC2\x80", 2, std::nullopt},
    {"\xDF\xBF\xE0\xA0\x80", 2, std::nullopt},
    {"\xED\x9F\xBF\xEE\x80\x80", 2, std::nullopt},
    {"\xEF\xBF\xBF\xF0\x90\x80\x80", 2, std::nullopt},
    {"\xF4\x8F\xBF\xBF", 1, std::nullopt},
    {"a\x80", 2, 1},
    {"a\xC3", 2, 1},
    {"\xC3\x28", 2, 0},
    {"\xE2\x9C", 2, 0},
    {"ab\xE2\x9C"
     "c",
     5, 2},
    {"\xF0\x9F\x99", 3, 0},
    {"\xC0\x80", 2, 0},          // overlong NUL
    {"\xC1\xBF", 2, 0},          // overlong U+007F
    {"\xE0\x9F\xBF", 3, 0},      // overlong U+07FF
    {"\xF0\x8F\xBF\xBF", 4, 0},  // overlong U+FFFF
    {"\xED\xA0\x80", 3, 0},      // U+D800
    {"\xED\xBF\xBF", 3, 0},      // U+DFFF
    {"\xF4\x90\x80\x80", 4, 0},  // U+110000
    {"\xF5\x80\x80\x80", 4, 0},
    {"\xFE\xFF", 2, 0},
};

}  // namespace

TEST_CASE("Units are counted and the first invalid byte is found") {
    for (const Case& c : k_cases) {
        INFO(c.bytes);
        CHECK(utf8::count(c.bytes) == c.units);
        CHECK(utf8::find_invalid(c.bytes) == c.invalid);
    }
}

TEST_CASE("Repaired text is valid, has as many units, and valid text stays as it is") {
    for (const Case& c : k_cases) {
        const std::string repaired = utf8::repair(c.bytes);
        CHECK_FALSE(utf8::find_invalid(repaired));
        CHECK(utf8::count(repaired) == c.units);
        if (!c.invalid) CHECK(repaired == c.bytes);
    }
    CHECK(utf8::repair("a\xC3(\xE2\x9C") == "a\uFFFD(\uFFFD\uFFFD");
}

TEST_CASE("Every code point survives append and step") {
    for (char32_t code_point = 0; code_point <= 0x10FFFF; ++code_point) {
        if (code_point == 0xD800) code_point = 0xE000;
        std::string bytes;
        utf8::append(bytes, code_point);
        const utf8::Step unit = utf8::step(bytes, 0);
        if (!unit.valid || unit.code_point != code_point || unit.length != bytes.size()) {
            FAIL("code point " << static_cast<unsigned>(code_point));
        }
    }
    std::string bytes;
    utf8::append(bytes, 0xD800);
    utf8::append(bytes, 0x110000);
    CHECK(bytes == "\uFFFD\uFFFD");
}

TEST_CASE("A step tells an invalid byte from a real U+FFFD") {
    CHECK(utf8::step("\uFFFD", 0).valid);
    CHECK(utf8::step("\uFFFD", 0).length == 3);
    CHECK_FALSE(utf8::step("\uFFFD", 1).valid);
    CHECK(utf8::step("\uFFFD", 1).code_point == utf8::k_replacement);
}

TEST_CASE("Continuation bytes are those of the form 10xxxxxx") {
    CHECK(utf8::is_continuation('\x80'));
    CHECK(utf8::is_continuation('\xBF'));
    CHECK_FALSE(utf8::is_continuation('\x7F'));
    CHECK_FALSE(utf8::is_continuation('\xC0'));
}
