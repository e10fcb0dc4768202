#include "cli/analysis/rescore.hpp"

#include "tests/unit/cli/analysis/small_store.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

Rescored score(SmallStore& store, const std::vector<SuiteSelection>& edited) {
    auto scored = rescore(store.reader(), store.writer(), "x1", edited);
    REQUIRE(scored);
    return std::move(*scored);
}

double points_of(SmallStore& store, const std::string& item, int k) {
    double points = -1;
    const auto look = [&](const std::string& id,
                          std::vector<TrialSummary>& trials) -> Result<void> {
        for (const TrialSummary& trial : trials)
            if (id == item && trial.key.k == k && trial.verdict) points = trial.verdict->points;
        return {};
    };
    REQUIRE(store.reader().for_each_item("x1", "e1", "small", look));
    return points;
}

}  // namespace

TEST_CASE("rescore: nothing changes where nothing was edited") {
    SmallStore store;
    store.answer("e1", "a", 0, "F-1");
    store.answer("e1", "a", 1, "F-9");
    store.answer("e1", "b", 0, "F-2");
    store.fail("e1", "b", 1);
    const Rescored scored = score(store, {});
    CHECK(scored.trials == 3);  // a failed trial has no verdict
    CHECK(scored.changed.empty());
}

TEST_CASE("rescore: another gold turns verdicts over, and says which") {
    SmallStore store;
    store.answer("e1", "a", 0, "F-1");
    store.answer("e1", "a", 1, "F-9");
    store.answer("e1", "b", 0, "F-2");
    const Suite edited = store.load(small_suite_text("F-9"));
    const Rescored scored = score(store, {SmallStore::selection_of(edited)});
    CHECK(scored.trials == 3);
    REQUIRE(scored.changed.size() == 2);
    CHECK(scored.changed[0].key == TrialKey{"x1", "e1", "small", "a", 0});
    CHECK(scored.changed[0].points_before == 2);
    CHECK(scored.changed[0].points_after == 0);
    CHECK_FALSE(scored.changed[0].value_changed);
    CHECK_FALSE(scored.changed[0].was_unscored);
    CHECK(scored.changed[1].points_before == 0);
    CHECK(scored.changed[1].points_after == 2);
    CHECK(points_of(store, "a", 1) == 2);
    CHECK(store.experiment().suites[0].scoring_digest == edited.scoring_digest);
    CHECK(score(store, {}).changed.empty());  // the edited suite is the stored one now
}

TEST_CASE("rescore: trials that had no verdict get one") {
    SmallStore store;
    store.answer("e1", "a", 0, "F-1", false);
    const Rescored scored = score(store, {});
    REQUIRE(scored.changed.size() == 1);
    CHECK(scored.changed[0].was_unscored);
    CHECK(scored.changed[0].points_after == 2);
    CHECK(points_of(store, "a", 0) == 2);
}

TEST_CASE(
    "score_unscored: a crash between a trial and its verdict is made good, the rest is left") {
    SmallStore store;
    store.answer("e1", "a", 0, "F-1", false);
    store.answer("e1", "a", 1, "F-1");
    store.fail("e1", "a", 2);
    const auto scored = score_unscored(store.reader(), store.writer(), "x1");
    REQUIRE(scored);
    CHECK(scored->trials == 1);
    REQUIRE(scored->changed.size() == 1);
    CHECK(scored->changed[0].key.k == 0);
    CHECK(points_of(store, "a", 0) == 2);
    CHECK(score_unscored(store.reader(), store.writer(), "x1")->trials == 0);
}

TEST_CASE("rescore: other prompts are refused, and nothing is written") {
    SmallStore store;
    store.answer("e1", "a", 0, "F-1");
    const std::string before = store.experiment().suites[0].scoring_digest;
    const Suite edited = store.load(small_suite_text("F-9", "Another question?"));
    const auto scored =
        rescore(store.reader(), store.writer(), "x1", {SmallStore::selection_of(edited)});
    REQUIRE_FALSE(scored);
    CHECK(scored.error().message.find("its prompts differ") != std::string::npos);
    CHECK(store.experiment().suites[0].scoring_digest == before);
    CHECK(points_of(store, "a", 0) == 2);
    REQUIRE(store.writer().begin());  // no transaction was left open
    store.writer().rollback();
}

TEST_CASE("rescore: a suite of another name changes nothing") {
    SmallStore store;
    store.answer("e1", "a", 0, "F-1");
    SuiteSelection other = SmallStore::selection_of(store.load(small_suite_text("F-9")));
    other.suite = "other";
    const auto scored = rescore(store.reader(), store.writer(), "x1", {other});
    REQUIRE_FALSE(scored);
    CHECK(scored.error().message.find("'other'") != std::string::npos);
}

TEST_CASE("rescore: no such experiment") {
    SmallStore store;
    CHECK_FALSE(rescore(store.reader(), store.writer(), "nope", {}));
}
