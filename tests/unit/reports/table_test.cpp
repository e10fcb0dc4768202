#include "reports/table.hpp"

#include <catch2/catch_all.hpp>

#include "reports/text_style.hpp"

using namespace kilter;

namespace {

Table small() {
    Table table;
    table.columns = {{"name", Align::left}, {"n", Align::right}, {"x", Align::right, 1}};
    table.rows = {{"a", "1", "7"}, {"bcdef", "100", "8"}};
    return table;
}

}  // namespace

TEST_CASE("table: aligned, without spaces at the end") {
    CHECK(terminal_table(small(), 80) ==
          "name     n  x\n"
          "a        1  7\n"
          "bcdef  100  8\n");
    Table left;
    left.columns = {{"a", Align::left}, {"b", Align::left}};
    left.rows = {{"1", ""}};
    CHECK(terminal_table(left, 80) == "a  b\n1\n");
}

TEST_CASE("table: spare columns go first, then the flexible one is cut") {
    CHECK(terminal_table(small(), 12) ==
          "name     n\n"
          "a        1\n"
          "bcdef  100\n");
    Table table = small();
    table.rows[1][0] = "a very long name";
    CHECK(terminal_table(table, 15) ==
          "name          n\n"
          "a             1\n"
          "a very lo\u2026  100\n");
}

TEST_CASE("table: the highest spare goes first") {
    Table table;
    table.columns = {{"k", Align::left}, {"aaaa", Align::left, 1}, {"bbbb", Align::left, 2}};
    table.rows = {{"1", "2", "3"}};
    CHECK(terminal_table(table, 10) == "k  aaaa\n1  2\n");
    CHECK(terminal_table(table, 5) == "k\n1\n");
}

TEST_CASE("table: too narrow for any table, a list") {
    Table table = small();
    table.rows[0][2] = "";
    // 8 of the flexible column, 3 of n and 2 between them are 13.
    CHECK(terminal_table(table, 13).rfind("name", 0) == 0);
    table.columns[2].spare = 0;
    table.rows[1][0] = "bcdefghijklm";
    CHECK(terminal_table(table, 15) ==
          "a\n"
          "  n  1\n"
          "bcdefghijklm\n"
          "  n  100\n"
          "  x  8\n");
    CHECK(terminal_table(table, 10) ==
          "a\n"
          "  n  1\n"
          "bcdefghij\u2026\n"
          "  n  100\n"
          "  x  8\n");
}

TEST_CASE("table: below its limit a list with every column instead of fewer columns") {
    Table table = small();
    table.list_below = 20;
    CHECK(terminal_table(table, 12) ==
          "a\n"
          "  n  1\n"
          "  x  7\n"
          "bcdef\n"
          "  n  100\n"
          "  x  8\n");
    CHECK(fit_table(table, 12).columns.size() == 3);
    CHECK(terminal_table(table, 19) == terminal_table(small(), 80));  // it fits
    table.list_below = 12;
    CHECK(fit_table(table, 12).columns.size() == 2);
}

TEST_CASE("table: headings of a list leave its values half of the line") {
    Table table;
    table.columns = {{"name"}, {"a heading of 21 words"}};
    table.rows = {{"x", "100"}};
    table.list_below = 100;
    CHECK(terminal_table(table, 20) ==  // 2, 10 of the heading, 2, and 6 for the value
          "x\n"
          "  a heading\u2026  100\n");
}

TEST_CASE("table: a legend of the columns shown, each meaning once") {
    Table table = small();
    table.columns[0].meaning = "name: who.";
    table.columns[2].meaning = "x: what.";
    CHECK(legend_of({table, table}) == "name: who. x: what.");
    CHECK(legend_of({fit_table(table, 12)}) == "name: who.");
    CHECK(legend_of({}).empty());
}

TEST_CASE("html: text inside an element") {
    CHECK(html_escape("<b a=\"1\">&\n*x*") == "&lt;b a=&quot;1&quot;&gt;&amp;\\n*x*");
}

TEST_CASE("table: widths are display columns") {
    Table table;
    table.columns = {{"name", Align::left}, {"n", Align::right}};
    table.rows = {{"\u6f22\u5b57\u6f22", "1"}, {"\u0151\u0171", "2"}};
    CHECK(terminal_table(table, 80) ==
          "name    n\n"
          "\u6f22\u5b57\u6f22  1\n"
          "\u0151\u0171      2\n");
}

TEST_CASE("table: nothing in it") {
    CHECK(terminal_table(Table{}, 80) == "\n");
    Table heads = small();
    heads.rows.clear();
    CHECK(terminal_table(heads, 80) == "name  n  x\n");
}

TEST_CASE("markdown table: alignment and escapes") {
    Table table = small();
    table.rows[0][0] = "a|b";
    CHECK(markdown_table(table) ==
          "| name | n | x |\n"
          "| --- | ---: | ---: |\n"
          "| a\\|b | 1 | 7 |\n"
          "| bcdef | 100 | 8 |\n");
}

TEST_CASE("markdown: a line break cannot open a new block") {
    CHECK(markdown_escape("a\n# b") == "a\\\\n\\# b");
    CHECK(markdown_escape("<b>&amp;") == "&lt;b&gt;&amp;amp;");
    CHECK(markdown_escape("").empty());
}

TEST_CASE("wrap: words over lines, continuation indented") {
    const TextStyle style{10, false};
    CHECK(wrap("one two three", 0, style) == "one two\nthree\n");
    CHECK(wrap("one two three", 2, style) == "one two\n  three\n");
    CHECK(wrap("0123456789", 0, style) == "0123456789\n");
    CHECK(wrap("01234 6789", 0, style) == "01234 6789\n");
    CHECK(wrap("", 0, style) == "\n");
}

TEST_CASE("wrap: a word wider than the line stands alone, whole") {
    CHECK(wrap("a 0123456789abc b", 0, {10, false}) == "a\n0123456789abc\nb\n");
}

TEST_CASE("wrap: wide characters take two columns") {
    CHECK(wrap("\u6f22\u5b57 \u6f22\u5b57 x", 0, {9, false}) == "\u6f22\u5b57 \u6f22\u5b57\nx\n");
}

TEST_CASE("paint: no attribute without colour") {
    CHECK(paint("x", Paint::bad, {80, false}) == "x");
    CHECK(paint("x", Paint::plain, {80, true}) == "x");
    CHECK(paint("x", Paint::bad, {80, true}) == "\x1b[31mx\x1b[0m");
    CHECK(paint("x\n", Paint::bad, {80, true}) == "\x1b[31mx\x1b[0m\n");
}
