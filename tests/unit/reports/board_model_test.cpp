#include "reports/board_model.hpp"

#include <catch2/catch_all.hpp>

#include "tests/unit/reports/sample_board.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

BoardRow row(const std::string& engine, std::optional<double> points, double majority,
             long long unstable, std::optional<double> speed) {
    BoardRow out = steady_row(engine);
    out.summary.points_mean = points;
    out.summary.majority_points = majority;
    out.summary.unstable = unstable;
    out.summary.output_tok_per_s = speed;
    return out;
}

std::string order(Board board, BoardSort by) {
    sort_board(board, by);
    std::string out;
    for (const BoardRow& one : board.rows) out += one.engine;
    return out;
}

}  // namespace

TEST_CASE("sorting a board: best first, undefined last, equal rows stay") {
    Board board;
    board.rows = {row("c", 90, 99, 3, 10.0), row("a", std::nullopt, 97, 0, std::nullopt),
                  row("d", 95, 97, 5, 30.0), row("b", 90, 98, 1, 20.0)};
    CHECK(order(board, BoardSort::points) == "dcba");
    CHECK(order(board, BoardSort::majority) == "cbad");
    CHECK(order(board, BoardSort::unstable) == "abcd");
    CHECK(order(board, BoardSort::speed) == "dbca");
    CHECK(order(board, BoardSort::engine) == "abcd");
}

TEST_CASE("sorting a board: clean most first; disagreement and loops least first") {
    Board board;
    board.rows = {row("c", 90, 99, 3, 10.0), row("a", 90, 97, 0, 10.0), row("b", 90, 98, 1, 20.0)};
    board.rows[0].accuracy.clean = {9, 10};   // c: 90 %
    board.rows[1].accuracy.clean = {19, 20};  // a: 95 %; b: nothing scored
    board.rows[0].summary.disagreement = 0.5;
    board.rows[1].summary.disagreement = std::nullopt;
    board.rows[2].summary.disagreement = 0.1;
    board.rows[0].summary.loops = {2, 30};
    board.rows[1].summary.loops = {2, 20};
    board.rows[2].summary.loops = {0, 0};
    CHECK(order(board, BoardSort::clean) == "acb");
    CHECK(order(board, BoardSort::disagreement) == "bca");
    CHECK(order(board, BoardSort::loops) == "cab");
}

TEST_CASE("sorting a board: without a vote a row stands last, also at a lower number") {
    Board board;
    board.rows = {row("a", 90, 0, 0, 1.0), row("b", 90, 0, 0, 1.0)};
    board.rows[0].summary.majority_of = 0;
    CHECK(order(board, BoardSort::majority) == "ba");
}

TEST_CASE("sorting a board: totals follow") {
    Board board;
    board.totals.resize(2);
    board.totals[0].engine = "low";
    board.totals[0].points = 1;
    board.totals[0].majority_points = 9;
    board.totals[1].engine = "high";
    board.totals[1].points = 2;
    sort_board(board, BoardSort::points);
    CHECK(board.totals[0].engine == "high");
    sort_board(board, BoardSort::majority);
    CHECK(board.totals[0].engine == "low");
}

TEST_CASE("the words of --sort") {
    CHECK(board_sort_from("points") == BoardSort::points);
    CHECK(board_sort_from("majority") == BoardSort::majority);
    CHECK(board_sort_from("unstable") == BoardSort::unstable);
    CHECK(board_sort_from("engine") == BoardSort::engine);
    CHECK(board_sort_from("speed") == BoardSort::speed);
    CHECK(board_sort_from("clean") == BoardSort::clean);
    CHECK(board_sort_from("disagreement") == BoardSort::disagreement);
    CHECK(board_sort_from("loops") == BoardSort::loops);
    CHECK_FALSE(board_sort_from("Points"));
    CHECK_FALSE(board_sort_from(""));
}
