#include "harness/wire/surrogates.hpp"

using kilter::append_joined;
using kilter::repair_lone_halves;

namespace {

// U+D83D and U+DE00 as three bytes each; together U+1F600.
const std::string k_high = "\xED\xA0\xBD";
const std::string k_low = "\xED\xB8\x80";
const std::string k_face = "\xF0\x9F\x98\x80";
const std::string k_replaced = "\xEF\xBF\xBD";

}  // namespace

TEST_CASE("Halves of a pair join across pieces") {
    std::string text = "a" + k_high;
    append_joined(text, k_low + "b");
    CHECK(text == "a" + k_face + "b");
    CHECK_FALSE(repair_lone_halves(text));
}

TEST_CASE("Halves in the wrong order, or with text between, stay alone") {
    std::string swapped = k_low;
    append_joined(swapped, k_high);
    CHECK(repair_lone_halves(swapped));
    CHECK(swapped == k_replaced + k_replaced);

    std::string apart = k_high + "x";
    append_joined(apart, k_low);
    CHECK(repair_lone_halves(apart));
    CHECK(apart == k_replaced + "x" + k_replaced);
}

TEST_CASE("Valid characters that begin with the same byte are left alone") {
    std::string text = "\xED\x95\x9C\xED\x9F\xBF";  // U+D55C, U+D7FF
    const std::string before = text;
    append_joined(text, "");
    CHECK_FALSE(repair_lone_halves(text));
    CHECK(text == before);
}
