#include "reports/github_notes.hpp"

#include <algorithm>
#include <catch2/catch_all.hpp>

#include "tests/unit/reports/sample_board.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("GitHub: a failed gate is an error, what wavers a warning, and signs are escaped") {
    Board board = test::founding_board();
    board.gates.push_back({"stock", "a,b:c", "max_unstable", GateState::fails, "100% > 5\nnext"});
    board.gates.push_back({"fixed", "s", "min_points", GateState::holds, "98 >= 97"});
    const std::string notes = github_annotations(board);
    CHECK_THAT(notes, ContainsSubstring(
                          "::error title=stock / a%2Cb%3Ac max_unstable::100%25 > 5\\nnext\n"));
    CHECK_THAT(notes,
               ContainsSubstring("::warning title=stock / founding-main unstable::13 of 50 items "
                                 "gave different output in 3 runs: "));
    CHECK(std::count(notes.begin(), notes.end(), '\n') == 2);
}

TEST_CASE("GitHub: at most ten errors are shown, the tenth counts the rest") {
    Board board;
    for (int i = 0; i < 30; ++i)
        board.gates.push_back({"e", "s", "max_loops", GateState::fails, "loops 1 > max_loops 0"});
    const std::string notes = github_annotations(board);
    CHECK(std::count(notes.begin(), notes.end(), '\n') == 10);
    CHECK_THAT(notes, ContainsSubstring("::error title=kilter::21 more; see the summary\n"));
}

TEST_CASE("GitHub: a summary past the limit ends with a line that says so") {
    const Board board = test::founding_board();
    const std::string whole = github_summary(board);
    const std::string cut = github_summary(board, 500);
    CHECK(cut.size() <= 500);
    CHECK(whole.size() > 500);
    CHECK_THAT(cut, ContainsSubstring("The summary is cut here"));
    CHECK(github_summary(board, 10).empty());
}
