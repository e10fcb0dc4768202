#include "cli/analysis/item_words.hpp"

#include <catch2/catch_all.hpp>

#include "tests/support/result_printing.hpp"

using namespace kilter;

namespace {

std::vector<SuiteSelection> two_suites() {
    std::vector<SuiteSelection> suites(2);
    suites[0].suite = "hu";
    suites[0].items = {"T1", "T2", "T3"};
    suites[1].suite = "en";
    suites[1].items = {"T1"};
    return suites;
}

}  // namespace

TEST_CASE("item words: an id alone where one suite has it") {
    CHECK(find_item(two_suites(), "T2").value() == ItemName{"hu", "T2"});
}

TEST_CASE("item words: suite/id") {
    CHECK(find_item(two_suites(), "en/T1").value() == ItemName{"en", "T1"});
    CHECK(find_item(two_suites(), "hu/T1").value() == ItemName{"hu", "T1"});
}

TEST_CASE("item words: an ambiguous word lists its readings") {
    const auto found = find_item(two_suites(), "T1");
    REQUIRE_FALSE(found);
    CHECK(found.error().message == "item 'T1' is ambiguous: write hu/T1 en/T1");
}

TEST_CASE("item words: an unknown word says what there is") {
    for (const char* word : {"T9", "hu/T9", "de/T1", "", "/", "t1", "T1/hu"}) {
        INFO(word);
        const auto found = find_item(two_suites(), word);
        REQUIRE_FALSE(found);
        CHECK(found.error().message == "item '" + std::string{word} +
                                           "' is not in the experiment; its suites hold hu (T1 to "
                                           "T3) en (T1)");
    }
}

TEST_CASE("item words: lists with commas") {
    using Words = std::vector<std::string>;
    CHECK(split_words({}) == Words{});
    CHECK(split_words({"A,B"}) == Words{"A", "B"});
    CHECK(split_words({"A", "B,,C,"}) == Words{"A", "B", "C"});
    CHECK(split_words({",", ""}) == Words{});
}
