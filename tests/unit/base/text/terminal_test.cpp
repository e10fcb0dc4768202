#include "base/text/terminal.hpp"

#include <catch2/catch_all.hpp>

#include "base/text/utf8.hpp"

using namespace kilter;
using namespace std::string_literals;

TEST_CASE("Nothing that steers a terminal or reorders text stays") {
    struct Case {
        std::string text;
        std::string shown;
    };
    const Case cases[] = {
        {"", ""},
        {"plain \\ text", "plain \\ text"},
        {"a\nb\r\tc", "a\\nb\\r\\tc"},
        {"\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"},
        {"\x1b]0;title\x07", "\\x1b]0;title\\x07"},
        {"\x7f\0\x08"s, "\\x7f\\x00\\x08"},
        {"\u009b31m", "\\x9b31m"},
        {"\u202eabc\u202c", "\\u202eabc\\u202c"},
        {"\u2066\u2069\u200e\u200f\u061c", "\\u2066\\u2069\\u200e\\u200f\\u061c"},
        {"\u2028\u2029\ufeff\u200b", "\\u2028\\u2029\\ufeff\\u200b"},
        {"\U000E0041", "\\u{e0041}"},
        {"a\x9b\xff", "a\\x9b\\xff"},
        {"árvíztűrő \u65E5\u672C \U0001F642", "árvíztűrő \u65E5\u672C \U0001F642"},
        {"\u200c\u200d\u00a0\u00ad", "\u200c\u200d\u00a0\u00ad"},
    };
    for (const Case& c : cases) {
        INFO(c.shown);
        CHECK(visible(c.text) == c.shown);
        CHECK(visible(visible(c.text)) == c.shown);
    }
}

TEST_CASE("Shown text never holds a byte below space, whatever the bytes") {
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            const std::string shown =
                visible(std::string{static_cast<char>(first), static_cast<char>(second)});
            for (const char c : shown) {
                if (static_cast<unsigned char>(c) < 0x20U || c == '\x7f') FAIL(first << second);
            }
            if (utf8::find_invalid(shown)) FAIL(first << second);
        }
    }
}

TEST_CASE("Width counts columns") {
    CHECK(display_width("") == 0);
    CHECK(display_width("abc") == 3);
    CHECK(display_width("\u0151") == 1);
    CHECK(display_width("e\u0301") == 1);
    CHECK(display_width("\u65E5\u672C") == 4);
    CHECK(display_width("a\xff") == 2);
    CHECK(display_width("\uff21\uff71") == 3);        // full width, half width
    CHECK(display_width("\u1112\u1161\u11ab") == 2);  // one syllable of three jamo
}

TEST_CASE("Cut text ends in an ellipsis and fits") {
    struct Case {
        std::string text;
        std::size_t columns;
        std::string cut;
    };
    const Case cases[] = {
        {"abc", 3, "abc"},
        {"abcd", 3, "ab\u2026"},
        {"abcd", 1, "\u2026"},
        {"abcd", 0, ""},
        {"", 0, ""},
        {"a", 0, ""},
        {"\u65E5\u672C\u8A9E", 6, "\u65E5\u672C\u8A9E"},
        {"\u65E5\u672C\u8A9E", 5, "\u65E5\u672C\u2026"},
        {"\u65E5\u672C\u8A9E", 4, "\u65E5\u2026"},
        {"\u65E5\u672C\u8A9E", 2, "\u2026"},
        {"e\u0301e\u0301e\u0301", 2, "e\u0301\u2026"},
        {"e\u0301e\u0301", 2, "e\u0301e\u0301"},
    };
    for (const Case& c : cases) {
        INFO(c.text << " " << c.columns);
        CHECK(ellipsize(c.text, c.columns) == c.cut);
        CHECK(display_width(c.cut) <= c.columns);
    }
}

TEST_CASE("display_width: emoji of several characters are two columns wide") {
    struct Case {
        const char *name, *text;
        std::size_t columns;
    };
    const Case cases[] = {
        {"one", "\U0001F680", 2},
        {"drawn as emoji", "\u2764\uFE0F", 2},
        {"drawn as text", "\u2764", 1},
        {"wide already", "\U0001F680\uFE0F", 2},
        {"a skin tone", "\U0001F44D\U0001F3FD", 2},
        {"a skin tone alone", "\U0001F3FD", 2},
        {"a skin tone behind a letter", "a\U0001F3FD", 3},
        {"joined", "\U0001F469\u200D\U0001F4BB", 2},
        {"joined twice, with a tone", "\U0001F469\U0001F3FD\u200D\u2764\uFE0F\u200D\U0001F468", 2},
        {"a joiner at the end", "\U0001F469\u200D", 2},
        {"a joiner between letters", "a\u200Db", 2},
        {"a joiner before a letter", "\U0001F469\u200Db", 3},
        {"a flag", "\U0001F1ED\U0001F1FA", 2},
        {"two in a row", "\U0001F680\U0001F680", 4},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        CHECK(display_width(c.text) == c.columns);
    }
    // Cut behind a whole emoji, never inside.
    CHECK(ellipsize("\U0001F469\u200D\U0001F4BBabc", 3) == "\U0001F469\u200D\U0001F4BB\u2026");
    CHECK(ellipsize("a\U0001F680b", 2) == "a\u2026");
}
