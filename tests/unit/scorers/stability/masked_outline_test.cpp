// The masked view itself says what its outline has to be.
#include "scorers/stability/masked_outline.hpp"

#include <catch2/catch_all.hpp>
#include <string>

#include "scorers/stability/loop_symbols.hpp"
#include "tests/unit/scorers/stability/text_recipes.hpp"

using namespace kilter;

namespace {

std::string outline(std::string_view text) {
    MaskedOutline out;
    out.assign(text);
    return std::string(out.view());
}

std::string expected(std::string_view text) {
    SymbolBuffer buffer;
    buffer.append(text);
    MaskedText masked;
    masked.assign(buffer.view());
    std::string out;
    for (const char32_t symbol : masked.view()) out += MaskedOutline::byte_of(symbol);
    return out;
}

}  // namespace

TEST_CASE("outline: a byte for each masked symbol") {
    CHECK(outline("") == "");
    CHECK(outline("One  two,\n3 ab4") == "one two,    ");  // a masked token looks like a space
    CHECK(outline("\u4e2d\u00e9\u0394x") == "\x2d\xe9\xb4x");
}

TEST_CASE("outline: whatever stands at whatever place within eight bytes") {
    const std::string_view parts[] = {"7",
                                      "a7",
                                      "7a",
                                      "\u00e9"
                                      "7",
                                      "\u0661",
                                      " ",
                                      "  ",
                                      "\n",
                                      " \n",
                                      "\t ",
                                      "\x01",
                                      "\u00a0",
                                      "\u3000 ",
                                      "\xff",
                                      "\xc3",
                                      "\u00c9",
                                      "\u4e2d",
                                      "\u4e2d"
                                      "7",
                                      "Z",
                                      "\x7f"};
    for (const std::string_view part : parts) {
        for (std::size_t before = 0; before < 18; ++before) {
            for (const std::string_view letter : {"a", "-", " "}) {
                std::string text;
                for (std::size_t i = 0; i < before; ++i) text += letter;
                text += part;
                for (const std::string_view behind : {"", "b", " b", "5", "bcdefghij klm n"}) {
                    INFO(text << '|' << behind);
                    CHECK(outline(text + std::string(behind)) ==
                          expected(text + std::string(behind)));
                }
            }
        }
    }
}

TEST_CASE("outline: any mixture") {
    const std::string_view parts[] = {
        "a",      "Word", " ",      "  ",       "\n",      "12",     ", ",         "x9",
        "\u0151", "\xff", "\u4e2d", "\xe4\xb8", "\u0130",  "\u0661", "\u2028",     "{\"",
        "\": ",   "\r\n", "\u00a0", "-",        "e\u0301", "\x85",   "longer text"};
    recipes::Generator random{71};
    for (int round = 0; round < 500; ++round) {
        std::string text;
        for (std::uint32_t i = random.below(60); i > 0; --i)
            text += parts[random.below(std::size(parts))];
        INFO(text);
        CHECK(outline(text) == expected(text));
    }
}
