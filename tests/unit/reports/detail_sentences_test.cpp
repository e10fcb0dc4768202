#include "reports/detail_sentences.hpp"

#include <algorithm>
#include <catch2/catch_all.hpp>

#include "tests/unit/reports/sample_board.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

bool says(const EngineSummary& sum, const std::string& sentence) {
    const auto all = detail_sentences(sum);
    for (const std::string& one : all) UNSCOPED_INFO(one);
    return std::find(all.begin(), all.end(), sentence) != all.end();
}

}  // namespace

TEST_CASE("detail sentences: the founding row") {
    const EngineSummary sum = founding_row().summary;
    CHECK(detail_sentences(sum) ==
          std::vector<std::string>{
              "Fields with two values, of the items that have them: deadline 3/10.",
              "Median prompt: 6038 tokens of 13 unstable items, 6072 of 37 stable.",
              "All 3 runs right on 88% of 50 items, at least one on 100%."});
}

TEST_CASE("detail sentences: nothing to tell of a row without differences") {
    CHECK(detail_sentences(steady_row().summary).empty());
    CHECK(detail_sentences(empty_row().summary).empty());
    CHECK(detail_sentences(EngineSummary{}).empty());
}

TEST_CASE("detail sentences: all runs differ, told only where it bounds more than K") {
    EngineSummary sum;
    UnstableItem three, ten;
    three.item = "a";
    three.measures.runs = 3;
    three.measures.states_at_least = 3;  // (1 - 1/3)(1 - 2/3) = .22 is 5 % or more
    ten.item = "b\x1b";
    ten.measures.runs = 10;
    ten.measures.states_at_least = 19;
    sum.stability.unstable_items = {three};
    CHECK(detail_sentences(sum).empty());
    sum.stability.unstable_items = {three, ten};
    CHECK(says(sum,
               "Up to 10 runs and never the same output twice on b\\x1b: at least 19 equally "
               "likely ones (95%)."));
}

TEST_CASE("detail sentences: the first run apart is a question, and only with evidence") {
    EngineSummary sum;
    FirstRunEvidence& first = sum.stability.first_run;
    first.items = 9;
    first.of = 12;
    first.p_value = 0.0038;
    CHECK(detail_sentences(sum).empty());
    first.hint = true;
    CHECK(says(sum,
               "On 9 of 12 unstable items the first run stands alone against all others (p = "
               "0.0038): is the first request apart, cold against warm?"));
    first.cold = 8;
    first.p_value = 0.000001;
    CHECK(says(sum,
               "On 9 of 12 unstable items the first run stands alone against all others (p = "
               "0.0001 or less); on 8 of them it took fewer cached tokens than every other: is the "
               "first request apart, cold against warm?"));
}

TEST_CASE("detail sentences: the prefix cache only where there are runs with and without") {
    EngineSummary sum;
    sum.stability.cache.some = {60, 9};
    CHECK(detail_sentences(sum).empty());
    sum.stability.cache.none = {30, 0};
    CHECK(says(sum,
               "Not the item's most frequent output: 9 of 60 runs with a cached prefix, 0 of 30 "
               "without."));
    sum.stability.cache.some.deviating = 0;
    CHECK(detail_sentences(sum).empty());
}

TEST_CASE("detail sentences: ends and votes by field") {
    EngineSummary sum;
    sum.stability.other_finish = {"a"};
    sum.stability.equal_censored = {"b", "c"};
    sum.voting.composite_unseen = {"d"};
    CHECK(detail_sentences(sum) ==
          std::vector<std::string>{
              "One text with two finish reasons on 1 item: a.",
              "Equal only up to the cut, as every run was cut, on 2 items: b, c.",
              "A vote field by field would make a record that no run gave on d."});
}

TEST_CASE("detail sentences: field names are hostile") {
    EngineSummary sum;
    FieldStability field;
    field.field = "x\x1b[31m\n";
    field.unstable = {1, 2};
    sum.stability.by_field = {field};
    CHECK(says(sum, "Fields with two values, of the items that have them: x\\x1b[31m\\n 1/2."));
}
