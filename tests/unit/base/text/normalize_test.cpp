#include "base/text/normalize.hpp"

#include <catch2/catch_all.hpp>

#include "base/text/utf8.hpp"

using namespace kilter;
using namespace std::string_literals;

TEST_CASE("nfc composes and keeps compatibility characters") {
    CHECK(nfc("") == "");
    CHECK(nfc("e\u0301") == "\u00e9");
    CHECK(nfc("o\u030B") == "\u0151");
    CHECK(nfc("\u00e9") == "\u00e9");
    CHECK(nfc("\u212B") == "\u00C5");              // Angstrom sign
    CHECK(nfc("a\u0323\u0302") == "\u1EAD");       // two marks
    CHECK(nfc("a\u0302\u0323") == "\u1EAD");       // in the other order
    CHECK(nfc("\u1100\u1161\u11A8") == "\uAC01");  // Hangul
    CHECK(nfc("\uFB01\u00B2\u00A0") == "\uFB01\u00B2\u00A0");
    CHECK(nfc("a\0e\u0301\0"s) == "a\0\u00e9\0"s);
    CHECK(nfc("e\u0301\xC3") == "\u00e9\uFFFD");
    CHECK(nfc("\xC3\xA9\xC3") == "\u00e9\uFFFD");
    CHECK(nfc("\u4E00\xFF\uFFFD") == "\u4E00" + nfc("\xFF\uFFFD"));
    CHECK(nfc("\uFFFE\uFFFF") == "\uFFFE\uFFFF");
}

TEST_CASE("nfc of text that needs no work is that of the library, character by character") {
    // The ideograph in front is none of the characters that are passed over.
    const std::string front = "\u4E00";
    int different = 0;
    for (char32_t c = 1; c < 0x2100; ++c) {
        std::string text;
        utf8::append(text, c);
        const std::string by_library = nfc(front + text);
        if (by_library != front + nfc(text)) ++different;
        if (nfc("a" + text + "\u0301" + front) != nfc(nfc("a" + text + "\u0301") + front))
            ++different;
    }
    CHECK(different == 0);
}

TEST_CASE(
    "case_fold of text that needs no composing is that of the library, character by character") {
    const std::string front = "\u4E00";  // as above
    int different = 0;
    for (char32_t c = 1; c < 0x2100; ++c) {
        std::string text = "I";
        utf8::append(text, c);
        text += "\u0130X\uFFFD";
        if (case_fold(front + text) != front + case_fold(text)) ++different;
    }
    CHECK(different == 0);
    CHECK(case_fold("\u0130\u01F0\u00DF\u0149\u00B5\u017F") == "i\u0307\u01F0ss\u02BCn\u03BCs");
}

TEST_CASE("case_fold folds case and never diacritics") {
    CHECK(case_fold("ÁRVÍZTŰRŐ") == "árvíztűrő");
    CHECK(case_fold("Straße") == case_fold("STRASSE"));
    CHECK(case_fold("\u03A3\u03C3\u03C2") == "\u03C3\u03C3\u03C3");
    CHECK(case_fold("É") != case_fold("E"));
    CHECK(case_fold("E\u0301") == "\u00e9");
    CHECK(case_fold("I") == "i");
    CHECK(case_fold("\u0131") == "\u0131");  // dotless i is a letter of its own
    CHECK(case_fold("A\0B"s) == "a\0b"s);
    CHECK(case_fold("A\xFF") == "a\uFFFD");
    // Alpha with iota below, composed and not.
    CHECK(case_fold("\u1FB3") == case_fold("\u03B1\u0345"));
}

TEST_CASE("The Unicode library tells its version") {
    CHECK_THAT(unicode_library_version(), Catch::Matchers::Matches("[0-9]+\\.[0-9]+\\.[0-9]+.*"));
}

TEST_CASE("White space is that of Unicode") {
    const char32_t spaces[] = {0x09,   0x0A,   0x0B,   0x0C,   0x0D,   0x20,
                               0x85,   0xA0,   0x1680, 0x2000, 0x2009, 0x200A,
                               0x2028, 0x2029, 0x202F, 0x205F, 0x3000};
    for (const char32_t space : spaces) CHECK(is_space(space));
    // Zero width space, joiner, BOM, Mongolian separator and unit separator are none.
    const char32_t others[] = {0x00,   0x08,   0x0E,   0x1F,   0x21,   0x84,  0x86,
                               0x180E, 0x200B, 0x200D, 0x2060, 0xFEFF, 0xFFFD};
    for (const char32_t other : others) CHECK_FALSE(is_space(other));
}

TEST_CASE("trim and collapse_spaces know wide and narrow spaces") {
    struct Case {
        std::string text;
        std::string trimmed;
        std::string collapsed;
    };
    const Case cases[] = {
        {"", "", ""},
        {" \t\r\n", "", ""},
        {"\u00A0\u3000", "", ""},
        {"a", "a", "a"},
        {"\u202F 1\u202F234 \u00A0", "1\u202F234", "1 234"},
        {" a \n\n b ", "a \n\n b", "a b"},
        {"\u00e9 ", "\u00e9", "\u00e9"},
        {"x\u0085", "x", "x"},
        {"\u200Bx\u200B", "\u200Bx\u200B", "\u200Bx\u200B"},
        {"a \x85", "a \x85", "a \uFFFD"},  // a bare byte 0x85 is invalid, not U+0085
        {"a\xA0", "a\xA0", "a\uFFFD"},
        {" \x80\x80\x80\x80 ", "\x80\x80\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"},
        {"\xE2\x80\xAF\x80", "\x80", "\uFFFD"},
        {"one two  three four ", "one two  three four", "one two three four"},
        {"one two \nthree\x01 four", "one two \nthree\x01 four", "one two three\x01 four"},
        {"abcdefgh \u00e9 ijklmnop", "abcdefgh \u00e9 ijklmnop", "abcdefgh \u00e9 ijklmnop"},
        {"abcdefgh\u00a0 \xff  i", "abcdefgh\u00a0 \xff  i", "abcdefgh \uFFFD i"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(trim(c.text) == c.trimmed);
        CHECK(collapse_spaces(c.text) == c.collapsed);
        CHECK(is_blank(c.text) == c.trimmed.empty());
    }
}

TEST_CASE("Comparison ignores line ends, outer and repeated space and composition") {
    CHECK(normalize_for_comparison("a\r\nb") == normalize_for_comparison("a\nb"));
    CHECK(normalize_for_comparison("  e\u0301  x\n") == "\u00e9 x");
    CHECK(normalize_for_comparison("A") != normalize_for_comparison("a"));
    CHECK(normalize_for_comparison("ab") != normalize_for_comparison("a b"));
}
