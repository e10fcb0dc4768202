#include "cli/sweeping/padding.hpp"

#include <catch2/catch_all.hpp>
#include <set>

#include "base/text/utf8.hpp"
#include "cli/sweeping/sweep_session.hpp"
#include "suites/load.hpp"
#include "tests/support/result_printing.hpp"

using namespace kilter;

TEST_CASE("sweep: padding has exactly the length asked for, in code points") {
    CHECK(padding("", 0).empty());
    CHECK(padding("abc", 0).empty());
    CHECK(padding("abc", 8) == "abcabcab");
    CHECK(padding("é€", 3) == "é€é");
    CHECK(padding("abc", 3) == "abc");
    CHECK(utf8::count(padding("", 12345)) == 12345);
}

TEST_CASE("sweep: prompts of a sweep share no beginning, and know what they are") {
    const Suite suite = padded_suite("sweep-length", {{2048, 8000}, {4096, 16000}}, "");
    REQUIRE(suite.items.size() == 2);
    CHECK(suite.items[0].id == "t-2048");
    const std::string& one = suite.items[0].messages.front().content;
    const std::string& two = suite.items[1].messages.front().content;
    CHECK(one.substr(0, 11) == "[00002048]\n");
    CHECK(two.substr(0, 11) == "[00004096]\n");
    CHECK(utf8::count(two) - utf8::count(one) == 8000);
    CHECK(padding_of(suite.items[1]).target == 4096);
    CHECK(padding_of(suite.items[1]).code_points == 16000);
    CHECK_FALSE(suite.prompts_digest.empty());

    // As it comes back from a store.
    const auto again = suite_from_json(suite_to_json(suite));
    REQUIRE(again);
    CHECK(padding_of(again->items[0]).code_points == 8000);
    CHECK(again->prompts_digest == suite.prompts_digest);
    CHECK(padding_of(Item{}).target == 0);
}

TEST_CASE("sweep: calibration prompts stay short, and a quarter of their difference is whole") {
    for (const long long longest : {1LL, 512LL, 2048LL, 100000LL}) {
        INFO(longest);
        const auto prompts = calibration_prompts(longest);
        REQUIRE(prompts.size() == 2);
        CHECK(prompts[0].code_points < prompts[1].code_points);
        CHECK(prompts[1].code_points <= 10000);
        CHECK((prompts[1].code_points - prompts[0].code_points) % 4 == 0);
        CHECK(prompts[0].target != prompts[1].target);
    }
}

TEST_CASE("sweep: lengths in words") {
    CHECK(lengths_from({"8k", "2k", "6000", "2048"}).value() ==
          std::vector<long long>{2048, 6000, 8192});
    CHECK(lengths_from({"1K"}).value() == std::vector<long long>{1024});
    for (const char* word :
         {"0", "-1", "8q", "k", "1.5k", "", "10000001", "9999999k", "99999999999"}) {
        INFO(word);
        CHECK_FALSE(lengths_from({word}));
    }
}
