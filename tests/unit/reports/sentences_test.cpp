#include "reports/sentences.hpp"

#include <algorithm>
#include <catch2/catch_all.hpp>

#include "tests/unit/reports/sample_board.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

bool says(const BoardRow& row, const std::string& sentence) {
    const auto all = row_sentences(row);
    for (const std::string& one : all) UNSCOPED_INFO(one);
    return std::find(all.begin(), all.end(), sentence) != all.end();
}

}  // namespace

TEST_CASE("sentences: the founding row") {
    const BoardRow row = founding_row();
    CHECK(says(row, "13 of 50 items gave different output in 3 runs (95%: 16% to 40%)."));
    CHECK(says(row,
               "13 items part first in the reasoning: 12 within the first 8 code points; median "
               "position: code point 0."));
    CHECK(says(row, "5 items changed an extracted value: T2-04, T3-05, T3-08, T4-06, T5-02."));
    CHECK(says(row, "The majority vote is wrong on 1 item: T3-05."));
    CHECK(says(row, "1 of 150 runs ended in a repetition loop: T6-02."));
    CHECK(says(row, "95.33 points (95%: 93.12 to 97.55) of 98 attainable; 2 more need a judge."));
}

TEST_CASE("sentences: an interval without width is left out") {
    CHECK(says(steady_row(), "98.00 points of 98 attainable; 2 more need a judge."));
}

TEST_CASE("sentences: no zero without its bound and what K can see") {
    CHECK(says(steady_row(),
               "0 of 50 items differed in 3 runs; up to 7.1% of such items may (95%). K = 3 shows "
               "a 10% minority answer 27% of the time."));
}

TEST_CASE("sentences: one item, one trial") {
    BoardRow row = founding_row();
    row.summary.divergence[0] = {1, 0, 0, 53.0};
    row.summary.value_flips = {1, 50};
    row.summary.value_flip_items = {"A"};
    row.summary.failed = 1;
    CHECK(says(row,
               "1 item parts first in the reasoning: 0 within the first 8 code points; median "
               "position: code point 53."));
    CHECK(says(row, "1 item changed an extracted value: A."));
    CHECK(says(row, "1 trial failed: no verdict, 0 points in its run."));
    row.summary.failed = 2;
    CHECK(says(row, "2 trials failed: no verdict, 0 points in their run."));
}

TEST_CASE("sentences: absent text is no position") {
    BoardRow row = founding_row();
    row.summary.divergence[1] = {2, 0, 2, std::nullopt};
    CHECK(says(row,
               "2 items part first in the content: 0 within the first 8 code points, 2 where one "
               "run has no such text."));
}

TEST_CASE("sentences: long lists of names are cut, and say so") {
    CHECK(name_list({}).empty());
    CHECK(name_list({"a", "b", "c", "d", "e"}) == "a, b, c, d, e");
    CHECK(name_list({"a", "b", "c", "d", "e", "f", "g"}) == "a, b, c, d, e and 2 more");
    CHECK(name_list({"a\x1b"}) == "a\\x1b");
}

TEST_CASE("sentences: percentages keep a digit below ten, and zero is zero") {
    CHECK(percent(0) == "0%");
    CHECK(percent(0.071348) == "7.1%");
    CHECK(percent(0.26) == "26%");
    CHECK(percent(1) == "100%");
}

TEST_CASE("sentences: cells of what is undefined") {
    const EngineSummary none = empty_row().summary;
    CHECK(points_cell(none) == "-");
    CHECK(points_error_cell(none).empty());
    CHECK(unstable_cell(none) == "-");
    CHECK(unstable_bound_cell(none).empty());
    CHECK(majority_cell(none) == "-");
    CHECK(speed_cell(none) == "-");
    CHECK(ratio_cell({}) == "-");
    CHECK(ratio_cell({5, 50}) == "5/50");
}

TEST_CASE("sentences: evidence only") {
    BoardRow row = founding_row();
    row.summary.cache_affected = true;
    row.summary.stable_failed = {"A"};
    row.summary.no_decision = {"B"};
    for (const BoardRow& one : {row, steady_row(), empty_row()}) {
        for (const std::string& sentence : row_sentences(one)) {
            INFO(sentence);
            CHECK(sentence.find("eterministic") == std::string::npos);
            CHECK(sentence.find("because") == std::string::npos);
            CHECK(sentence.back() == '.');
            CHECK(sentence.find('\n') == std::string::npos);
            CHECK(sentence.find("  ") == std::string::npos);
        }
    }
}
