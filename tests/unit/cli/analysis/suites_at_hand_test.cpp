#include "cli/analysis/suites_at_hand.hpp"

#include "cli/analysis/board_builder.hpp"
#include "tests/unit/cli/analysis/small_store.hpp"

using namespace kilter;
using namespace kilter::test;

TEST_CASE("A suite at hand is used where the store holds its very text, and read otherwise") {
    SmallStore store;
    const SuiteSelection selection = store.reader().outline("x1")->suites.front();
    CHECK(selection.suite_json.empty());
    CHECK(selection.items.empty());
    const auto same = std::make_shared<const Suite>(store.load(small_suite_text()));
    CHECK(stamp_of(*same).sha256 == selection.stamp.sha256);
    SuitesAtHand suites;
    CHECK(suites.empty());
    const auto read = suites.get(store.reader(), selection);
    REQUIRE(read);
    CHECK(suite_to_json(**read) == suite_to_json(*same));

    const auto edited = std::make_shared<const Suite>(store.load(small_suite_text("F-9")));
    suites.add(stamp_of(*edited).sha256, edited);
    const auto not_edited = suites.get(store.reader(), selection);
    REQUIRE(not_edited);
    CHECK((*not_edited)->items[0].gold.find("code")->text == "F-1");

    suites.add(stamp_of(*same).sha256, same);
    const auto held = suites.get(store.reader(), selection);
    REQUIRE(held);
    CHECK(held->get() == same.get());
}

TEST_CASE("A board over a suite at hand is the board that reads the store") {
    SmallStore store;
    for (int k = 0; k < 3; ++k) store.answer("e1", "a", k, k == 2 ? "F-9" : "F-1");
    store.answer("e1", "b", 0, "F-2");
    SuitesAtHand suites;
    const auto suite = std::make_shared<const Suite>(store.load(small_suite_text()));
    suites.add(stamp_of(*suite).sha256, suite);
    const auto held = build_board(store.reader(), {"x1"}, {}, suites);
    const auto read = build_board(store.reader(), {"x1"});
    REQUIRE(held);
    REQUIRE(read);
    REQUIRE(held->rows.size() == 1);
    REQUIRE(read->rows.size() == 1);
    CHECK(held->rows[0].scoring_digest == suite->scoring_digest);
    CHECK(held->rows[0].summary.points_mean == read->rows[0].summary.points_mean);
    CHECK(held->rows[0].summary.unstable == read->rows[0].summary.unstable);
    CHECK(held->rows[0].summary.missing == 2);
}
