#include "scorers/stability/loop_symbols.hpp"

#include <catch2/catch_all.hpp>

#include "tests/unit/scorers/stability/text_recipes.hpp"

using namespace kilter;

namespace {

std::vector<char32_t> symbols_of(std::string_view text) {
    SymbolBuffer buffer;
    buffer.append(text);
    return {buffer.view().begin(), buffer.view().end()};
}

// Masked tokens are shown as '0'.
std::string masked(std::string_view text) {
    SymbolBuffer buffer;
    buffer.append(text);
    MaskedText out;
    out.assign(buffer.view());
    std::vector<char32_t> shown(out.view().begin(), out.view().end());
    for (char32_t& symbol : shown)
        if (symbol == k_masked_token) symbol = '0';
    return to_text(shown);
}

}  // namespace

TEST_CASE("symbols: code points, and each bad byte as one of its own") {
    CHECK(symbols_of("").empty());
    CHECK(symbols_of("a\u0151\u4e2d\U0001F600b") ==
          std::vector<char32_t>{'a', 0x151, 0x4E2D, 0x1F600, 'b'});
    CHECK(symbols_of("12345678\xff"
                     "12345678\xc3") == std::vector<char32_t>{'1', '2', '3', '4', '5', '6', '7',
                                                              '8', 0x1100FF, '1', '2', '3', '4',
                                                              '5', '6', '7', '8', 0x1100C3});
    CHECK(to_text(symbols_of("a\xff\u0151")) == "a\ufffd\u0151");
}

TEST_CASE("symbols: where the pieces are cut makes no difference") {
    recipes::Generator random{67};
    const std::string_view parts[] = {"a",          "xyz12345678901", "\u0151",   "\u4e2d",
                                      "\U0001F600", "\xc3",           "\xe4\xb8", "\xf0\x9f\x98",
                                      "\xff",       "\xed\xa0\x80",   "\xc0\xaf"};
    for (int round = 0; round < 200; ++round) {
        std::string text;
        for (std::uint32_t i = random.below(40); i > 0; --i)
            text += parts[random.below(std::size(parts))];
        SymbolStream stream;
        SymbolBuffer out;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t step = 1 + random.below(5);
            stream.feed(std::string_view(text).substr(at, step), out);
            at += step;
        }
        stream.finish(out);
        CHECK(std::vector<char32_t>(out.view().begin(), out.view().end()) == symbols_of(text));
    }
}

TEST_CASE("masking: tokens with a digit, white space, case") {
    CHECK(masked("") == "");
    CHECK(masked("Attempt 12:\n\n  x") == "attempt 0: x");
    CHECK(masked("A0 b1c 2026-01-31 1,234.50 x86_64") == "0 0 0-0-0 0,0.0 0_0");
    CHECK(masked("7") == "0");
    CHECK(masked("abc7") == "0");
    CHECK(masked("7abc d") == "0 d");
    CHECK(masked("\t \u00a0\u3000x") == " x");
    CHECK(masked("\u0150sz\u0150 \u00c9v5 \u0661\u0662") == "\u0151sz\u0151 0 0");
    // No spaces in this script: the digits stand alone.
    CHECK(masked("\u7b2c12\u6761") == "\u7b2c0\u6761");
    CHECK(masked("\xff"
                 "A\xc3") == "\ufffda\ufffd");
}

TEST_CASE("masking keeps where each symbol began") {
    SymbolBuffer buffer;
    buffer.append("\u0151 \n ab12 c");
    MaskedText out;
    out.assign(buffer.view());
    // o-double-acute, space, token, space, c
    REQUIRE(out.size() == 5);
    CHECK(out.offset(0) == 0);
    CHECK(out.offset(1) == 1);
    CHECK(out.offset(2) == 4);
    CHECK(out.offset(3) == 8);
    CHECK(out.offset(4) == 9);
    CHECK(out.offset(5) == 10);
}
