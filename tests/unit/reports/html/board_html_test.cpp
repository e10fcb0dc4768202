#include "reports/html/board_html.hpp"

#include <catch2/catch_all.hpp>

#include "reports/html/html_number.hpp"
#include "reports/table.hpp"
#include "tests/unit/reports/sample_board.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

PageExperiment experiment_of(const std::string& id) {
    PageExperiment out;
    out.id = id;
    out.created_at = "2026-11-29T12:00:00.000Z";
    out.kind = "run";
    out.runs = 3;
    return out;
}

}  // namespace

TEST_CASE("text in HTML is text: elements, attributes and bidi controls do not act") {
    CHECK(html_escape("<b onclick=\"x\">&") == "&lt;b onclick=&quot;x&quot;&gt;&amp;");
    CHECK(html_escape("a\xE2\x80\xAE"
                      "b\n") == "a\\u202eb\\n");
    CHECK(html_number("points.mean", 286.0 / 3, "95.33") ==
          R"(<data data-path="points.mean" value="95.3333">95.33</data>)");
    CHECK(html_number("points.mean", std::nullopt, "n/a") == "n/a");
    CHECK(html_count("runs", 3) == R"(<data data-path="runs" value="3">3</data>)");
}

TEST_CASE("a sentence per engine: points, what differed and its bound, what went wrong") {
    CHECK(headline(test::founding_row()) ==
          "95.33 of 98 points; 13 of 50 items gave different output in 3 runs (95%: 16% to 40%); 5 "
          "items "
          "changed an extracted value; the majority is wrong on 1 item where some run was right; 1 "
          "of 150 "
          "runs ended in a loop.");
    CHECK(headline(test::steady_row()) ==
          "98.00 of 98 points; 0 of 50 items differed in 3 runs, which leaves up to 7.1% open "
          "(95%).");
    CHECK(headline(test::empty_row()) == "stability was not measured; 1 of 1 trials are missing.");
}

TEST_CASE("the tables of the page read without scripts and name each number's key") {
    Board board = test::founding_board();
    board.gates.push_back({"stock", "founding-main", "max_unstable", GateState::fails,
                           "unstable items 13 > max_unstable 0"});
    const std::string html = board_html(experiment_of("x<1>"), board);
    CHECK_THAT(
        html, ContainsSubstring("<b>✗ fails</b><span>stock / founding-main: unstable items 13 &gt; "
                                "max_unstable 0</span>"));
    CHECK_THAT(html, ContainsSubstring(R"(<data data-path="unstable.items" value="13">13</data>/)"
                                       R"(<data data-path="unstable.of" value="50">50</data>)"));
    CHECK_THAT(html,
               ContainsSubstring(R"(<data data-path="unstable.ci95.1" value="0.3955">40%</data>)"));
    CHECK_THAT(html, ContainsSubstring("x&lt;1&gt;"));
    CHECK(html.find("<script") == std::string::npos);
    CHECK(html.find("style=") == std::string::npos);
}

TEST_CASE("numbers that are not known have no key and sort last") {
    Board board;
    board.rows = {test::empty_row()};
    board.partial = true;
    const std::string html = board_html(experiment_of("x"), board);
    CHECK_THAT(html, ContainsSubstring(R"(<td class="n" data-sort="">n/a</td>)"));
    CHECK_THAT(html, ContainsSubstring("<b>Partial:</b>"));
    CHECK(html.find("nan") == std::string::npos);
}
