#include "scorers/probe/position.hpp"

#include <catch2/catch_all.hpp>

#include "tests/unit/scorers/probe/listed.hpp"

namespace kilter {
namespace {

const Pairs k_ab = {{"a", "-0.25"}, {"b", "-1.5"}, {"c", "-4"}};

PositionComparison compare(const std::vector<Pairs>& lists) {
    return compare_position(one_token(lists), 1);
}

TEST_CASE("each class of a position") {
    struct Case {
        const char* name;
        Pairs other;
        ProbeClass kind;
        bool order, set, values;
        std::optional<double> delta;
        int top1;
    };
    const Case cases[] = {
        {"the same", k_ab, ProbeClass::identical, false, false, false, 0.0, 0},
        // Two tokens that are equally likely change places.
        {"order",
         {{"b", "-1.5"}, {"a", "-0.25"}, {"c", "-4"}},
         ProbeClass::order_only,
         true,
         false,
         false,
         0.0,
         1},
        // The last of the list is another one; those that both list have the same numbers.
        {"set",
         {{"a", "-0.25"}, {"b", "-1.5"}, {"d", "-4"}},
         ProbeClass::set_changed,
         false,
         true,
         false,
         0.0,
         0},
        {"a shorter list",
         {{"a", "-0.25"}, {"b", "-1.5"}},
         ProbeClass::set_changed,
         false,
         true,
         false,
         0.0,
         0},
        // b: -1.5 against -1.75.
        {"values",
         {{"a", "-0.25"}, {"b", "-1.75"}, {"c", "-4"}},
         ProbeClass::values_changed,
         false,
         false,
         true,
         0.25,
         0},
        // Everything at once is the gravest of it.
        {"all",
         {{"b", "-0.5"}, {"a", "-0.75"}, {"d", "-4"}},
         ProbeClass::values_changed,
         true,
         true,
         true,
         1.0,
         1},
        // Nothing in common: no token has two numbers.
        {"disjoint",
         {{"x", "-0.25"}, {"y", "-1.5"}},
         ProbeClass::set_changed,
         false,
         true,
         false,
         std::nullopt,
         1},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        const PositionComparison seen = compare({k_ab, k_ab, one.other});
        CHECK(seen.kind == one.kind);
        CHECK(seen.n == 3);
        CHECK(seen.distinct == (one.kind == ProbeClass::identical ? 1 : 2));
        CHECK(seen.order_changed == one.order);
        CHECK(seen.set_changed == one.set);
        CHECK(seen.values_changed == one.values);
        CHECK(seen.top1_flips == one.top1);
        CHECK(seen.reason.empty());
        // In "disjoint" the two equal lists still have two numbers of one token each: 0.
        CHECK(seen.max_delta_nats == (one.delta ? one.delta : std::optional<double>(0.0)));
    }
    CHECK_FALSE(compare({k_ab, {{"x", "-0.25"}}}).max_delta_nats.has_value());
}

TEST_CASE("number text and bits are apart") {
    const PositionComparison seen =
        compare({k_ab, {{"a", "-0.250"}, {"b", "-15e-1"}, {"c", "-4.0"}}});
    CHECK(seen.kind == ProbeClass::identical);
    CHECK(seen.distinct == 1);
    CHECK(seen.distinct_texts == 2);
    const PositionComparison last_bit = compare({{{"a", "-0.1"}}, {{"a", "-0.10000000000000002"}}});
    CHECK(last_bit.kind == ProbeClass::values_changed);
    CHECK(last_bit.distinct == 2);
    CHECK(*last_bit.max_delta_nats < 1e-15);
    CHECK(*last_bit.max_delta_nats > 0);
    // Two zeros: the bits differ, the numbers do not.
    const PositionComparison zeros = compare({{{"a", "0.0"}}, {{"a", "-0.0"}}});
    CHECK(zeros.kind == ProbeClass::values_changed);
    CHECK(*zeros.max_delta_nats == 0);
}

TEST_CASE("floors are equal to each other and in no delta") {
    const PositionComparison same = compare({{{"a", "-0.5"}, {"b", "-9999.0"}},
                                             {{"a", "-0.5"}, {"b", "-3.4028234663852886e+38"}},
                                             {{"a", "-0.5"}, {"b", "null"}}});
    CHECK(same.kind == ProbeClass::identical);
    CHECK(same.distinct_texts == 3);
    CHECK(same.floors == 3);
    CHECK(*same.max_delta_nats == 0);
    CHECK_FALSE(same.floor_changed);
    CHECK_FALSE(same.gap_min.has_value());  // one number only in each list
    const PositionComparison lost =
        compare({{{"a", "-0.5"}, {"b", "-7.25"}}, {{"a", "-0.75"}, {"b", "-9999.0"}}});
    CHECK(lost.kind == ProbeClass::values_changed);
    CHECK(lost.floor_changed);
    CHECK(*lost.max_delta_nats == 0.25);  // of a; b has no second number
    // A floor counts in the set.
    CHECK(compare({{{"a", "-0.5"}, {"b", "-9999.0"}}, {{"a", "-0.5"}, {"c", "-9999.0"}}}).kind ==
          ProbeClass::set_changed);
}

TEST_CASE("flips and the gap between the two likeliest tokens") {
    // Gaps: 1.25, 0.5, 0.25, 0.5; in order 0.25 0.5 0.5 1.25.
    const PositionComparison seen = compare({{{"a", "-0.25"}, {"b", "-1.5"}},
                                             {{"a", "-0.5"}, {"b", "-1"}},
                                             {{"b", "-0.75"}, {"a", "-1"}},
                                             {{"a", "-0.5"}, {"b", "-1"}}});
    CHECK(seen.top1_flips == 1);
    CHECK(seen.token_flips == 1);
    CHECK(*seen.gap_min == 0.25);
    CHECK(*seen.gap_median == 0.5);
    CHECK(*seen.max_delta_nats == 0.75);  // b: -0.75 to -1.5; a: -0.25 to -1
    CHECK(seen.distinct == 3);
    CHECK(seen.variants == std::vector<std::string>{"B", "A", "C", "A"});
}

TEST_CASE("another token of the same list is put out: no identical answers") {
    const auto answers = listed_answers(
        {{listed_position(k_ab)}, {listed_position(k_ab, "b")}, {listed_position(k_ab)}});
    const PositionComparison seen = compare_position(answers, 1);
    CHECK(seen.kind == ProbeClass::order_only);
    CHECK(seen.token_flips == 1);
    CHECK(seen.top1_flips == 0);
    CHECK_FALSE(seen.order_changed);
}

TEST_CASE("the first request apart from the rest") {
    const Pairs other = {{"a", "-0.3"}, {"b", "-1.5"}, {"c", "-4"}};
    struct Case {
        const char* name;
        std::vector<Pairs> lists;
        std::optional<bool> first;
    };
    const Case cases[] = {
        {"alone", {other, k_ab, k_ab}, true},
        {"not the first", {k_ab, other, k_ab}, false},
        {"all equal", {k_ab, k_ab, k_ab}, false},
        {"all distinct", {other, k_ab, {{"a", "-0.4"}}}, false},
        {"two are no rest", {other, k_ab}, std::nullopt},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        CHECK(compare(one.lists).first_differs == one.first);
    }
    // The first request failed: nothing can be said of it.
    auto late = one_token({other, k_ab, k_ab});
    for (ProbedAnswer& answer : late) ++answer.k;
    CHECK_FALSE(compare_position(late, 1).first_differs.has_value());
}

TEST_CASE("later tokens count only after the same tokens") {
    const auto second = [](const char* literal) {
        return listed_position({{"x", literal}, {"y", "-3"}});
    };
    const ListedPosition a = listed_position(k_ab);
    const ListedPosition b = listed_position({{"b", "-0.25"}, {"a", "-1.5"}, {"c", "-4"}});
    const auto answers = listed_answers(
        {{a, second("-1")}, {b, second("-2")}, {a, second("-1")}, {a, second("-1")}, {}});
    const PositionComparison seen = compare_position(answers, 2);
    CHECK(seen.kind == ProbeClass::identical);
    CHECK(seen.n == 3);
    CHECK(seen.parted == 1);
    CHECK(seen.unlisted == 1);
    CHECK(seen.variants == std::vector<std::string>{"A", ".", "A", "A", "-"});
    // All parted at the first token: the second cannot be compared, which is no verdict.
    const PositionComparison none =
        compare_position(listed_answers({{a, second("-1")}, {b, second("-1")}}), 2);
    CHECK(none.kind == ProbeClass::unsupported);
    CHECK(none.reason == "fewer than two answers have the same tokens before it");
    // Equal tokens with other numbers are no other tokens.
    const ListedPosition a2 = listed_position({{"a", "-0.26"}, {"b", "-1.5"}});
    CHECK(compare_position(listed_answers({{a, second("-1")}, {a2, second("-1")}}), 2).n == 2);
}

TEST_CASE("an answer that ends where others go on is a change") {
    const ListedPosition a = listed_position(k_ab);
    const PositionComparison seen = compare_position(listed_answers({{a, a}, {a}, {a, a}}), 2);
    CHECK(seen.kind == ProbeClass::set_changed);
    CHECK(seen.n == 2);
    CHECK(seen.ended == 1);
    CHECK(seen.variants == std::vector<std::string>{"A", ".", "A"});
    CHECK(compare_position(listed_answers({{a}, {a, a}}), 2).kind == ProbeClass::set_changed);
}

TEST_CASE("what cannot be compared says why") {
    const ListedPosition a = listed_position(k_ab);
    CHECK(compare_position({}, 1).reason == "fewer than two answers");
    CHECK(compare_position(listed_answers({{a}}), 1).reason == "fewer than two answers");
    CHECK(compare_position(listed_answers({{}, {}}), 1).reason ==
          "no answer lists log probabilities");
    CHECK(compare_position(listed_answers({{a}, {}}), 1).reason ==
          "fewer than two answers list log probabilities");
    CHECK(compare_position(listed_answers({{a}, {a}}), 2).reason == "no answer has a token here");
    for (const auto& answers : {listed_answers({{}, {}}), listed_answers({{a}})})
        CHECK(compare_position(answers, 1).kind == ProbeClass::unsupported);
}

TEST_CASE("the graver class wins, and unsupported gives way") {
    CHECK(graver(ProbeClass::identical, ProbeClass::order_only) == ProbeClass::order_only);
    CHECK(graver(ProbeClass::values_changed, ProbeClass::set_changed) ==
          ProbeClass::values_changed);
    CHECK(graver(ProbeClass::unsupported, ProbeClass::identical) == ProbeClass::identical);
    CHECK(graver(ProbeClass::unsupported, ProbeClass::unsupported) == ProbeClass::unsupported);
}

}  // namespace
}  // namespace kilter
