#include "reports/board_text.hpp"

#include <catch2/catch_all.hpp>

#include "base/text/terminal.hpp"
#include "tests/unit/reports/golden.hpp"
#include "tests/unit/reports/sample_board.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::size_t widest_line(const std::string& text) {
    std::size_t widest = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        widest = std::max(widest, display_width(text.substr(at, end - at)));
        at = end + 1;
    }
    return widest;
}

// Two suites, so that there are totals, and gates of all three states.
Board full_board() {
    Board board = founding_board();
    for (BoardRow& row : board.rows) row.accuracy = sample_accuracy();
    BoardRow other = steady_row("stock");
    other.suite = "letters";
    board.rows.push_back(other);
    BoardTotal total;
    total.engine = "stock";
    total.experiment = "x";
    total.points = 193.3333;
    total.majority_points = 195;
    total.attainable = 196;
    total.max_points = 200;
    total.unstable = 13;
    total.unstable_of = 100;
    board.totals = {total};
    board.gates = {
        {"stock", "founding-main", "max_unstable", GateState::fails,
         "unstable items 13 > max_unstable 0"},
        {"fixed", "founding-main", "max_unstable", GateState::holds,
         "unstable items 0 <= max_unstable 0"},
        {"stock", "letters", "min_runs", GateState::inconclusive, "runs 3 < min_runs 5"}};
    board.partial = true;
    return board;
}

}  // namespace

TEST_CASE("board text: golden") {
    check_golden("board.txt", board_text(full_board(), {80, false}));
}

TEST_CASE("board markdown: golden") {
    check_golden("board.md", board_markdown(full_board()));
}

TEST_CASE("board text: no line is wider than the terminal") {
    struct Case {
        const char* engine;
        std::size_t columns;
    };
    const Case cases[] = {{"stock", 80},
                          {"smollm2-135m-cold", 80},
                          {"vllm-nvfp4-mtp0-graph-off-flash", 80},
                          {"control-a", 40},
                          {"\u6f22\u5b57\u6f22\u5b57\u6f22\u5b57\u6f22\u5b57", 50},
                          {"control-a", 20},
                          {"control-a", 24},
                          {"control-a", 60},
                          {"control-a", 100},
                          {"control-a", 120},
                          {"control-a", 200}};
    for (const auto& [engine, columns] : cases) {
        INFO(engine << " at " << columns);
        Board board = full_board();
        for (BoardRow& row : board.rows) row.engine = engine;
        board.rows[0].summary.points_mean = 289.333333;
        board.rows[0].summary.majority_points = 297;
        INFO(board_text(board, {columns, false}, true));
        CHECK(widest_line(board_text(board, {columns, false}, true)) <= columns);
    }
}

TEST_CASE("board text: a long name is cut only where it does not fit") {
    Board board = founding_board();
    board.rows[0].engine = "smollm2-135m-cold";
    CHECK_THAT(board_text(board, {80, false}), ContainsSubstring("smollm2-135m-cold  "));
}

// Columns counted by hand: the longest name takes 12, the others are filled up to it; points are 6
// wide and stand right, behind a gap of 2.
TEST_CASE("board text: names of wide characters, emoji and combining marks stay aligned") {
    Board board = founding_board();
    board.rows[0].engine = "\u6f22\u5b57\u30a8\u30f3\u30b8\u30f3";  // 6 characters, 12 columns
    board.rows[1].engine = "\U0001F680 e\u0301";                    // 2 + 1 + 1 columns
    const std::string text = board_text(board, {80, false});
    CHECK_THAT(text, ContainsSubstring("\nengine        points  "));
    CHECK_THAT(text, ContainsSubstring("\n\u6f22\u5b57\u30a8\u30f3\u30b8\u30f3   95.33  "));
    CHECK_THAT(text, ContainsSubstring("\n\U0001F680 e\u0301           98.00  "));
}

TEST_CASE("board text: a narrow terminal keeps what it is about") {
    struct Case {
        std::size_t columns;
        const char* unstable;
    };
    // A table where it fits, else a list.
    const Case cases[] = {{80, "  13/50  "}, {60, "  13/50  "}, {40, "\n  unstable  13/50\n"}};
    for (const Case& c : cases) {
        INFO(c.columns);
        const std::string text = board_text(founding_board(), {c.columns, false});
        CHECK_THAT(text, ContainsSubstring("unstable"));
        CHECK_THAT(text, ContainsSubstring(c.unstable));
        CHECK(widest_line(text) <= c.columns);
    }
}

TEST_CASE("board markdown: a pipe in a name does not end its cell") {
    Board board = founding_board();
    board.rows[0].engine = "a|b";
    CHECK_THAT(board_markdown(board), ContainsSubstring("\n| a\\|b | 95.33 |"));
}

TEST_CASE("board text: a wide terminal shows every column") {
    const std::string text = board_text(founding_board(), {120, false});
    CHECK_THAT(text, ContainsSubstring("tok/s"));
    CHECK_THAT(text, ContainsSubstring("93.12-97.55"));
    CHECK_THAT(text, ContainsSubstring("26.4"));
}

TEST_CASE("board text: the column sorted by is always there") {
    Board board = founding_board();
    CHECK_THAT(board_text(board, {70, false}), !ContainsSubstring("  vote"));
    sort_board(board, BoardSort::majority);
    CHECK_THAT(board_text(board, {70, false}), ContainsSubstring("  vote"));
}

TEST_CASE("board text: K is a column where rows differ in it") {
    Board board = founding_board();
    CHECK_THAT(board_text(board, {80, false}), !ContainsSubstring("  K\n"));
    board.rows[1].summary.runs = 10;
    // 10 runs and 2.5 unstable items expected at 3 of them.
    board.rows[1].summary.stability.unstable_at.back().items = 2.5;
    const std::string text = board_text(board, {80, false});
    CHECK_THAT(text, ContainsSubstring("   K\n"));
    CHECK_THAT(text, ContainsSubstring("  10\n"));
    CHECK_THAT(text, ContainsSubstring("unstable@3"));
    CHECK_THAT(text, ContainsSubstring("13.0/50"));
    CHECK_THAT(text, ContainsSubstring("2.5/50"));
    CHECK_THAT(text, ContainsSubstring("points (98 attainable), K differs\n"));
    CHECK_THAT(text, ContainsSubstring("K differs, and more runs show more: compare unstable@3"));
    board.rows[1].summary.stability.unstable_at.clear();
    CHECK_THAT(board_markdown(board), ContainsSubstring("| n/a |"));
    CHECK_THAT(board_markdown(board), ContainsSubstring("compare unstable@3"));
    board.rows[1].summary.runs = 1;  // one run cannot differ from itself
    CHECK_THAT(board_text(board, {80, false}), !ContainsSubstring("unstable@"));
}

TEST_CASE("board text: an engine of two experiments has their ids, other items are said") {
    Board board = founding_board();
    board.rows[1].engine = "stock";
    board.rows[1].experiment = "20261129-130000-abcdef";
    board.rows[1].summary.items = 13;
    const std::string text = board_text(board, {100, false});
    CHECK_THAT(text, ContainsSubstring("founding-main: items differ, K = 3\n"));
    CHECK_THAT(text, ContainsSubstring("stock 3f9a1c   95.33"));
    CHECK_THAT(text, ContainsSubstring("stock abcdef   98.00"));
    CHECK_THAT(text, ContainsSubstring("\nstock abcdef\n  98.00 points"));
    CHECK_THAT(board_markdown(board), ContainsSubstring("**stock 3f9a1c**"));
}

TEST_CASE("board text: rows that were asked or scored differently say so") {
    Board board = founding_board();
    board.rows.push_back(steady_row("third"));
    board.rows[1].prompts_digest = "others";
    CHECK_THAT(board_text(board, {100, false}),
               ContainsSubstring(
                   "Prompts differ, so these rows do not compare: stock, third against fixed.\n"));
    board.rows[2].scoring_digest = "others";
    CHECK_THAT(board_markdown(board),
               ContainsSubstring("Prompts and scoring differ, so these rows do not compare: stock "
                                 "against fixed against third.\n"));
    CHECK_THAT(board_text(founding_board(), {100, false}), !ContainsSubstring("do not compare"));
}

TEST_CASE("board text: a row of one run leaves the others comparable") {
    Board board = founding_board();
    board.rows.push_back(steady_row("once"));
    board.rows[1].summary.runs = 10;
    board.rows[2].summary.runs = 1;
    board.rows[2].summary.stability.unstable_at.clear();
    const std::string text = board_text(board, {100, false});
    CHECK_THAT(text, ContainsSubstring("unstable@3"));
    CHECK_THAT(text, ContainsSubstring("13.0/50"));
}

TEST_CASE("board text: one item of one point is one") {
    Board board;
    board.rows = {empty_row()};
    CHECK_THAT(board_text(board, {80, false}), ContainsSubstring("s: 1 item, 1 point, K = 1\n"));
}

TEST_CASE("board text: a narrow terminal gets a list that lacks nothing") {
    const std::string text = board_text(founding_board(), {50, false});
    CHECK_THAT(text, ContainsSubstring("stock\n"
                                       "  points    95.33\n"
                                       "  95% CI    93.12-97.55\n"));
    CHECK_THAT(text, ContainsSubstring("  unstable  13/50\n"
                                       "  95% CI    16-40%\n"));
    CHECK_THAT(text, ContainsSubstring("  harm      1/50\n"));
    CHECK_THAT(text, ContainsSubstring("  K         3\n"));
}

TEST_CASE("board text: fields only where they are asked for, hostile names shown") {
    Board board = founding_board();
    board.rows[0].accuracy = sample_accuracy();
    board.rows[0].summary.stability.by_field[0].field = "a";  // 3 of 10; others are not told
    CHECK_THAT(board_text(board, {80, false}), !ContainsSubstring("most wrong first"));
    const std::string text = board_text(board, {80, false}, true);
    CHECK_THAT(text, ContainsSubstring("stock: fields, most wrong first\n"
                                       "field        n  TP  FD  FN  FA  TN     F1  unstable\n"
                                       "b\\x1b[2J    30  20   4   1   2   3  0.784\n"
                                       "a           30  30   0   0   0   0  1.000      3/10\n"
                                       "c           30   0   0   0   0  30    n/a\n"
                                       "all fields  90  50   4   1   2  33  0.901\n"));
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find("fixed: fields") == std::string::npos);  // nothing was scored there
}

TEST_CASE("board text: every zero has its bound") {
    const std::string text = board_text(founding_board(), {80, false});
    CHECK_THAT(text, ContainsSubstring("0/50"));
    CHECK_THAT(text, ContainsSubstring("<=7.1%"));
    CHECK_THAT(text, ContainsSubstring("0 of 50 items differed in 3 runs"));
}

TEST_CASE("board text: hostile names and warnings are shown, never sent to the terminal") {
    Board board = founding_board();
    board.rows[0].engine = "a\x1b[31mb\nc";
    board.rows[0].suite = board.rows[1].suite = "s\u202eu";
    board.rows[0].summary.warnings = {"said \x1b]0;title\x07 and \r\n more \u200f"};
    board.rows[0].summary.majority_harmful = {"T\x1b[2J"};
    board.gates = {{"a\x1b", "s", "g", GateState::fails, "line\x1b[0m"}};
    const std::string text = board_text(board, {80, false});
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find('\r') == std::string::npos);
    CHECK(text.find('\x07') == std::string::npos);
    CHECK(text.find("\u202e") == std::string::npos);
    CHECK(text.find("\u200f") == std::string::npos);
    CHECK_THAT(text, ContainsSubstring("\\x1b[31mb\\nc"));
    CHECK_THAT(text, ContainsSubstring("\\u202e"));
    CHECK_THAT(text, ContainsSubstring("\\x1b]0;title\\x07"));
    CHECK_THAT(text, ContainsSubstring("T\\x1b[2J"));
}

TEST_CASE("board text: colour only where it is allowed") {
    CHECK(board_text(full_board(), {80, false}).find('\x1b') == std::string::npos);
    CHECK(board_text(full_board(), {80, true}).find('\x1b') != std::string::npos);
}

TEST_CASE("board text: two conditions stand with their engines") {
    Board board = founding_board();
    board.rows[1].condition.cache = "cold";
    const std::string text = board_text(board, {80, false});
    CHECK_THAT(text, ContainsSubstring("  run_major, 1 at a time, cache as_is, max_tokens 16384."));
    CHECK_THAT(text, ContainsSubstring("  run_major, 1 at a time, cache cold, max_tokens 16384."));
}

TEST_CASE("board text: what was not measured is a dash and a sentence") {
    Board board;
    board.partial = true;
    board.rows = {empty_row()};
    const std::string text = board_text(board, {80, false});
    CHECK_THAT(text, ContainsSubstring("stability was not measured"));
    CHECK_THAT(text, ContainsSubstring("1 of 1 trials are missing."));
    CHECK_THAT(text, ContainsSubstring("note: points.mean: no run is complete"));
    CHECK_THAT(text, ContainsSubstring("Partial: some planned trials are missing."));
    CHECK_THAT(text, ContainsSubstring("down"));
    CHECK(text.find("nan") == std::string::npos);
}

TEST_CASE("board markdown: pipes, HTML and emphasis stay text") {
    Board board = founding_board();
    board.rows[0].engine = "a|b<script>alert(1)</script>";
    board.rows[0].summary.warnings = {"see [x](http://e) `code` *bold* _it_ # ~ \\ & \x1b"};
    const std::string text = board_markdown(board);
    CHECK(text.find("<script>") == std::string::npos);
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK_THAT(text, ContainsSubstring("a\\|b&lt;script&gt;alert(1)&lt;/script&gt;"));
    CHECK_THAT(text, ContainsSubstring("see \\[x\\](http://e) \\`code\\` \\*bold\\* \\_it\\_ \\# "
                                       "\\~ \\\\ &amp; \\\\x1b"));
}

TEST_CASE("board markdown: fields are folded away, their names are text") {
    Board board = founding_board();
    board.rows[0].engine = "a<b>&\"*";
    board.rows[0].accuracy = sample_accuracy();
    board.rows[0].accuracy.by_field[1].first = "x|</details>`";
    const std::string text = board_markdown(board);
    CHECK_THAT(text, ContainsSubstring("<details><summary>Fields of a&lt;b&gt;&amp;&quot;*, most "
                                       "wrong first</summary>\n\n| field | n |"));
    CHECK_THAT(text, ContainsSubstring("| x\\|&lt;/details&gt;\\` | 30 | 20 | 4 |"));
    CHECK_THAT(text, ContainsSubstring("| all fields | 90 |"));
    // One block, closed once.
    CHECK(text.find("</details>") == text.rfind("</details>"));
}

TEST_CASE("boards never promise sameness") {
    for (const std::string& text :
         {board_text(full_board(), {80, false}), board_markdown(full_board())}) {
        CHECK(text.find("eterministic") == std::string::npos);
        CHECK(text.find("ETERMINISTIC") == std::string::npos);
    }
}
