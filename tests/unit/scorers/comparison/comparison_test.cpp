#include "scorers/comparison/comparison.hpp"

#include <catch2/catch_all.hpp>

#include "scorers/comparison/likeness.hpp"

using namespace kilter;
using Catch::Matchers::WithinAbs;

namespace {

// An item of 3 against 3 runs with these joint clusters, worth 2 points.
ItemComparison item_of(JointClusters joint, double points_a, double points_b) {
    ItemComparison item;
    item.joint = std::move(joint);
    item.attainable = 2;
    const auto fill = [](DiffSide& side, int count) {
        if (count == 0) return;
        side.sizes.push_back(count);
        side.valid += count;
    };
    for (const JointCluster& one : item.joint) {
        fill(item.a, one.a);
        fill(item.b, one.b);
        item.shared += one.a > 0 && one.b > 0 ? 1 : 0;
    }
    item.a.planned = item.b.planned = 3;
    item.a.points = points_a;
    item.b.points = points_b;
    item.a.right = points_a == 2;
    item.b.right = points_b == 2;
    item.excess = excess_disagreement(item.joint);
    const bool noisy = item.a.unstable() || item.b.unstable();
    if (noisy)
        item.verdict =
            item.shared > 0 ? DiffVerdict::noisy_overlapping : DiffVerdict::noisy_disjoint;
    else
        item.verdict = item.shared > 0 ? DiffVerdict::identical : DiffVerdict::steady_different;
    return item;
}

Comparison finished(const std::vector<ItemComparison>& items) {
    ComparisonBuilder builder;
    for (std::size_t i = 0; i < items.size(); ++i) builder.add(items[i], "i" + std::to_string(i));
    return builder.finish();
}

const JointClusters k_same = {{3, 3}}, k_apart = {{3, 0}, {0, 3}}, k_overlap = {{3, 2}, {0, 1}},
                    k_noisy_apart = {{3, 0}, {0, 2}, {0, 1}};

}  // namespace

TEST_CASE("comparison: over all items, one unlike item decides") {
    struct Case {
        const char* name;
        std::vector<JointClusters> items;
        std::optional<DiffVerdict> verdict;
    };
    const Case cases[] = {
        {"nothing", {}, std::nullopt},
        {"all the same", {k_same, k_same}, DiffVerdict::identical},
        {"F: one of many apart, none noisy",
         {k_same, k_apart, k_same},
         DiffVerdict::steady_different},
        {"noise that overlaps", {k_same, k_overlap}, DiffVerdict::noisy_overlapping},
        {"noise on one item, apart on another", {k_overlap, k_apart}, DiffVerdict::noisy_disjoint},
        {"noise apart", {k_noisy_apart}, DiffVerdict::noisy_disjoint},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        std::vector<ItemComparison> items;
        for (const JointClusters& joint : one.items) items.push_back(item_of(joint, 2, 2));
        CHECK(finished(items).verdict == one.verdict);
    }
}

TEST_CASE("comparison: E is a mean over all items, those without any difference too") {
    // E of 1, 0, 0 and 0: a quarter; two of 20 labelings of the one item reach it.
    const Comparison all = finished({item_of(k_same, 2, 2), item_of(k_apart, 2, 2),
                                     item_of(k_same, 2, 2), item_of(k_same, 2, 2)});
    REQUIRE(all.excess);
    CHECK_THAT(all.excess->mean_excess, WithinAbs(0.25, 1e-12));
    CHECK_THAT(all.excess->test.p, WithinAbs(0.1, 1e-9));
    CHECK(all.excess->items == 4);
    CHECK(all.items_by_verdict.at(DiffVerdict::identical) == 3);

    const Comparison same = finished({item_of(k_same, 2, 2)});
    REQUIRE(same.excess);
    CHECK(same.excess->test.p == 1);
    CHECK(same.excess->mean_excess == 0);

    // Two items apart: 0.1 x 0.1.
    CHECK_THAT(finished({item_of(k_apart, 2, 2), item_of(k_apart, 2, 2)}).excess->test.p,
               WithinAbs(0.01, 1e-9));
}

TEST_CASE("comparison: points, their difference and what changed") {
    // Lost by B: 2, 2, 0, 0; won: 1. Differences -2, -2, 0, 0, 1: sum -3.
    const Comparison all =
        finished({item_of(k_apart, 2, 0), item_of(k_apart, 2, 0), item_of(k_same, 2, 2),
                  item_of(k_same, 1, 1), item_of(k_apart, 1, 2)});
    CHECK(all.points.items == 5);
    CHECK_THAT(all.points.a.value(), WithinAbs(8, 1e-12));
    CHECK_THAT(all.points.b.value(), WithinAbs(5, 1e-12));
    CHECK_THAT(all.points.attainable.value(), WithinAbs(10, 1e-12));
    CHECK_THAT(all.points.difference.value(), WithinAbs(-3, 1e-12));
    // Of the 8 sign patterns of (2, 2, 1): |sum| is 5, 3, 1, 1, 1, 1, 3, 5: four reach 3.
    CHECK_THAT(all.points.test->p, WithinAbs(0.5, 1e-12));
    CHECK(all.points.test->exact);
    REQUIRE(all.points.difference95);
    CHECK(all.points.difference95->low < -3);
    CHECK(all.points.difference95->high > -3);
    CHECK(all.changes.regressed == std::vector<std::string>{"i0", "i1"});
    CHECK(all.changes.fixed == std::vector<std::string>{"i4"});
    CHECK(all.changes.still_failing == std::vector<std::string>{"i3"});
    // 2 against 1: 2 x (1/8 + 3/8) = 1.
    CHECK_THAT(all.changes.test->p, WithinAbs(1, 1e-12));
}

TEST_CASE("comparison: newly unstable and newly stable, with two runs or more on each side") {
    ItemComparison few = item_of({{1, 1}, {0, 2}}, 2, 2);
    const Comparison all =
        finished({item_of(k_overlap, 2, 2), item_of({{2, 3}, {1, 0}}, 2, 2), few});
    CHECK(all.changes.newly_unstable == std::vector<std::string>{"i0"});
    CHECK(all.changes.newly_stable == std::vector<std::string>{"i1"});
}

TEST_CASE("comparison: an item that lacks runs is named, and told neither better nor worse") {
    ItemComparison lacking = item_of({{2, 3}}, 0, 0);
    lacking.a.points = lacking.b.points = std::nullopt;
    ItemComparison empty;
    empty.a.planned = empty.b.planned = 3;
    const Comparison all = finished({lacking, empty, item_of(k_same, 2, 2)});
    CHECK(all.incomplete == std::vector<std::string>{"i0", "i1"});
    CHECK(all.items == 3);
    CHECK(all.compared == 2);
    CHECK(all.points.items == 1);
    CHECK(all.changes.still_failing.empty());
    CHECK_FALSE(all.points.difference95);  // one item
}

TEST_CASE("comparison: differing settings by name, unset ones as such") {
    const auto found = differing_settings({{"max_tokens", "64"}, {"seed", "1"}, {"top_p", "1"}},
                                          {{"max_tokens", "128"}, {"top_p", "1"}, {"top_k", "5"}});
    REQUIRE(found.size() == 3);
    CHECK(difference_words(found) ==
          "max_tokens 64 and 128; seed 1 and (not set); top_k (not set) and 5");
    CHECK(differing_settings({{"a", "1"}}, {{"a", "1"}}).empty());
    CHECK(difference_words({}).empty());
}
