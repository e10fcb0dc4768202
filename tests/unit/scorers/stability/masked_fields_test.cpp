#include "scorers/stability/masked_fields.hpp"

#include <catch2/catch_all.hpp>
#include <string>
#include <vector>

using namespace kilter;

namespace {

// The change of the tokens over copies that are "TOKEN;" each: masked, a period of 2.
FieldChange change_of(const std::vector<std::string>& tokens, std::string_view end = "") {
    std::string text;
    for (const std::string& token : tokens) text += token + ";";
    text += end;
    SymbolBuffer symbols;
    symbols.append(text);
    MaskedText masked;
    masked.assign(symbols.view());
    return field_change(masked, symbols.view(), {0, 2, masked.size()});
}

}  // namespace

TEST_CASE("fields: constant, counting, or data") {
    struct Case {
        std::string name;
        std::vector<std::string> tokens;
        FieldChange change;
    };
    constexpr auto constant = FieldChange::constant;
    constexpr auto arithmetic = FieldChange::arithmetic;
    constexpr auto irregular = FieldChange::irregular;
    const Case cases[] = {
        {"the same number", {"7", "7", "7", "7"}, constant},
        {"by one", {"7", "8", "9", "10"}, arithmetic},
        {"down by seven", {"28", "21", "14", "7"}, arithmetic},
        {"leading zeros", {"08", "09", "10", "11"}, arithmetic},
        {"one step differs", {"1", "2", "3", "5"}, irregular},
        {"primes", {"2", "3", "5", "7"}, irregular},
        {"stands, then counts", {"1", "1", "2", "3"}, irregular},
        {"letter and number", {"A0", "B2", "C4", "D6"}, arithmetic},
        {"the alphabet wraps", {"Y1", "Z2", "A3", "B4"}, arithmetic},
        {"case changes", {"A1", "b2", "C3", "d4"}, irregular},
        {"the same word", {"item1", "item2", "item3"}, arithmetic},
        {"another word", {"item1", "iten2", "itfn3"}, irregular},
        {"more parts", {"a1", "a1b", "a1"}, irregular},
        {"too many digits, equal", {"1234567890123456789", "1234567890123456789"}, constant},
        {"too many digits", {"1234567890123456789", "1234567890123456790"}, irregular},
        {"eighteen digits",
         {"123456789012345678", "123456789012345679", "123456789012345680"},
         arithmetic},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        CHECK(change_of(one.tokens) == one.change);
    }
}

TEST_CASE(
    "fields: a token cut by the text's end does not count, nor what lies ahead of the copies") {
    // Symbols: token ; token ; token ; token -> the run of 7 has 3 copies, from its end: ";1".
    CHECK(change_of({"7", "8", "9"}, "1") == FieldChange::arithmetic);
    CHECK(change_of({"99", "8", "9"}, "10") == FieldChange::arithmetic);
}
