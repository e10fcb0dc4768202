#include "cli/viewing/secret.hpp"

#include <catch2/catch_all.hpp>
#include <set>

#include "tests/support/result_printing.hpp"

using namespace kilter;

TEST_CASE("a token has 256 bits as hexadecimal digits, and is never the same") {
    std::set<std::string> seen;
    for (int i = 0; i < 100; ++i) {
        const auto token = new_secret();
        REQUIRE(token);
        CHECK(token->size() == 64);
        CHECK(token->find_first_not_of("0123456789abcdef") == std::string::npos);
        seen.insert(*token);
    }
    CHECK(seen.size() == 100);
}

TEST_CASE("a token is right as a whole or wrong") {
    CHECK(same_secret("abcd", "abcd"));
    for (const char* wrong : {"", "a", "abc", "abcde", "abce", "bbcd", "ABCD", " abcd"}) {
        INFO(wrong);
        CHECK_FALSE(same_secret(wrong, "abcd"));
    }
    CHECK_FALSE(same_secret("", ""));  // no token was made: nobody has it
    CHECK(same_secret(std::string("a\0b", 3), std::string("a\0b", 3)));
    CHECK_FALSE(same_secret(std::string("a\0b", 3), std::string("a\0c", 3)));
}
