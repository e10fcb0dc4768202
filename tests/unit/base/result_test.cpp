#include "base/result.hpp"

#include <catch2/catch_all.hpp>
#include <stdexcept>

using namespace kilter;

namespace {

Result<std::string> text_or_error(bool good) {
    std::string text = "value";
    if (!good) return fail("no such thing");
    return text;
}

Result<void> nothing_or_error(bool good) {
    if (!good) return fail("broken");
    return {};
}

}  // namespace

TEST_CASE("A result of text tells a value from an error") {
    const Result<std::string> good = text_or_error(true);
    REQUIRE(good.has_value());
    CHECK(*good == "value");
    const Result<std::string> bad = text_or_error(false);
    REQUIRE(bad.has_error());
    CHECK(bad.error().message == "no such thing");
}

TEST_CASE("A result of nothing carries its error") {
    CHECK(nothing_or_error(true).has_value());
    CHECK(nothing_or_error(false).error().message == "broken");
}

TEST_CASE("Asking a failed result for its value is a bug that names the error") {
    CHECK_THROWS_MATCHES(text_or_error(false).value(), std::logic_error,
                         Catch::Matchers::MessageMatches(
                             Catch::Matchers::EndsWith("value of a failed result: no such thing")));
}
