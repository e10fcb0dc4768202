#include "cli/analysis/board_builder.hpp"

#include "cli/analysis/show_builder.hpp"
#include "tests/unit/cli/analysis/small_store.hpp"

using namespace kilter;
using namespace kilter::test;

TEST_CASE("board builder: rows of all engines, best first, from a real store") {
    SmallStore store({"e1", "e2"});
    for (int k = 0; k < 3; ++k) {
        store.answer("e1", "a", k, k == 2 ? "F-9" : "F-1");
        store.answer("e1", "b", k, "F-2");
        store.answer("e2", "a", k, "F-1");
        store.answer("e2", "b", k, "F-2");
    }
    const auto board = build_board(store.reader(), {"x1"});
    REQUIRE(board);
    REQUIRE(board->rows.size() == 2);
    CHECK(board->rows[0].engine == "e2");
    CHECK(board->rows[0].imported);
    CHECK(board->rows[0].scorer_version == scorer_version());
    CHECK(board->rows[0].prompts_digest == store.experiment().suites[0].prompts_digest);
    CHECK(board->rows[0].summary.points_mean == 4);
    CHECK(board->rows[1].summary.unstable == 1);
    CHECK(board->rows[1].summary.points_per_run[2] == 2.0);
    CHECK_FALSE(board->partial);
    CHECK(board->totals.empty());
    CHECK(board_exit_code(*board) == 0);
}

TEST_CASE("board builder: a missing trial makes the board partial") {
    SmallStore store;
    store.answer("e1", "a", 0, "F-1");
    const auto board = build_board(store.reader(), {"x1"});
    REQUIRE(board);
    CHECK(board->partial);
    CHECK(board->rows[0].summary.missing == 5);
    CHECK(board_exit_code(*board) == 3);
}

TEST_CASE("board builder: a failed trial is inconclusive, not partial") {
    SmallStore store;
    for (int k = 0; k < 3; ++k) {
        store.answer("e1", "a", k, "F-1");
        if (k < 2) store.answer("e1", "b", k, "F-2");
    }
    store.fail("e1", "b", 2);
    const auto board = build_board(store.reader(), {"x1"});
    REQUIRE(board);
    CHECK_FALSE(board->partial);
    CHECK(board->rows[0].summary.failed == 1);
    CHECK(board_exit_code(*board) == 3);
}

TEST_CASE("board builder: several experiments stand on one board; an unknown one is an error") {
    SmallStore store;
    const auto twice = build_board(store.reader(), {"x1", "x1"});
    REQUIRE(twice);
    CHECK(twice->rows.size() == 2);
    CHECK_FALSE(build_board(store.reader(), {"nope"}));
}

TEST_CASE("show builder: variants, vote, fields and the window") {
    SmallStore store({"e1", "e2"});
    store.answer("e1", "a", 0, "F-9");
    store.answer("e1", "a", 1, "F-1");
    store.answer("e1", "a", 2, "F-1");
    store.fail("e2", "a", 0);
    const auto shown = build_show(store.reader(), "x1", {"small/a"}, "");
    REQUIRE(shown);
    REQUIRE(shown->size() == 1);
    const ShownItem& item = shown->front();
    CHECK(item.attainable == 2);
    REQUIRE(item.engines.size() == 2);
    const ShownEngine& e1 = item.engines[0];
    CHECK(e1.decision == "A");
    CHECK(e1.analysis.vote.votes == 2);
    REQUIRE(e1.runs.size() == 3);
    CHECK(e1.runs[0].variant_full == "B");  // the smaller cluster, though it came first
    CHECK(e1.runs[1].variant_value == "A");
    CHECK(e1.runs[0].fields.at(0).raw == "F-9");
    CHECK(e1.runs[1].points == 2.0);
    CHECK(e1.analysis.divergence.code_point == 12);  // {"code": "F-9"}
    CHECK(e1.window_start == 0);
    CHECK(item.engines[1].runs.at(0).variant_full.empty());
    CHECK_FALSE(item.engines[1].runs[0].points);

    const auto one = build_show(store.reader(), "x1", {"a"}, "e2");
    REQUIRE(one);
    CHECK(one->front().engines.size() == 1);
    const auto unknown = build_show(store.reader(), "x1", {"a"}, "e9");
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().message.find("e9") != std::string::npos);
}

TEST_CASE("board builder: answers made elsewhere do not tell which run came first") {
    SmallStore store;
    for (const char* item : {"a", "b"})
        for (int k = 0; k < 3; ++k) store.answer("e1", item, k, k == 0 ? "F-9" : "F-1");
    const auto board = build_board(store.reader(), {"x1"});
    REQUIRE(board);
    const StabilityDetail& stability = board->rows[0].summary.stability;
    CHECK(stability.patterns[static_cast<std::size_t>(RunPattern::first_differs)] == 2);
    CHECK(stability.first_run.of == 0);
    CHECK_FALSE(stability.first_run.hint);
}
