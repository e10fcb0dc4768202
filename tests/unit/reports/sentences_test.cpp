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
    CHECK(says(row,
               "13 of 50 items gave different output in 3 runs (95%: 16% to 40%); two fresh runs "
               "of an item differ 17% of the time."));
    CHECK(says(row,
               "13 items part first in the reasoning: 12 within the first 8 code points; median "
               "position: code point 0."));
    CHECK(says(row, "5 items changed an extracted value: T2-04, T3-05, T3-08, T4-06, T5-02."));
    CHECK(
        says(row,
             "The majority vote earns 97.00, 1.67 more than its runs on average; it is wrong where "
             "some run was right on 1 of 50 decided items (T3-05)."));
    CHECK(says(row, "1 of 150 runs ended in a repetition loop: T6-02; about 1064 tokens burned."));
    CHECK(says(row, "95.33 points (95%: 93.12 to 97.55) of 98 attainable; 2 more need a judge."));
}

TEST_CASE("sentences: cut runs, of the valid ones") {
    BoardRow row = founding_row();
    row.summary.outcomes = {{"answered", 140},
                            {"truncated_in_answer", 4},
                            {"truncated_in_reasoning", 1},
                            {"timeout", 5}};
    row.summary.failed = 5;
    CHECK(says(row, "5 of 145 runs reached the token limit."));
    CHECK(cut_runs(steady_row().summary).count == 0);
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
    row.summary.divergence[0] = parted(1, 0, 0, 53.0);
    row.summary.value_flips = {1, 50};
    row.summary.value_flip_items = {"A"};
    row.summary.failed = 1;
    CHECK(says(row,
               "1 item parts first in the reasoning: 0 within the first 8 code points; median "
               "position: code point 53."));
    CHECK(says(row, "1 item changed an extracted value: A."));
    CHECK(says(row, "1 of 150 trials failed: 0 points each, and unseen by the stability columns."));
}

TEST_CASE("sentences: absent text is no position") {
    BoardRow row = founding_row();
    row.summary.divergence[1] = parted(2, 0, 2, std::nullopt);
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
    CHECK(percent(0.99999) == ">99.9%");
    CHECK(percent(0.9960) == "99.6%");
    CHECK(percent(0.0004) == "<0.1%");
}

TEST_CASE("sentences: large numbers have no exponent") {
    CHECK(number_text(8388610) == "8388610");
    CHECK(number_text(8388610.5) == "8388610.5");
    CHECK(number_text(0.25) == "0.25");
    CHECK(number_text(98) == "98");
    BoardRow row = founding_row();
    row.summary.divergence[0] = parted(1, 0, 0, 8388610.0);
    CHECK(says(row,
               "1 item parts first in the reasoning: 0 within the first 8 code points; median "
               "position: code point 8388610."));
}

TEST_CASE("sentences: a judge that no answer could be put before") {
    BoardRow row = steady_row();
    row.has_judge = true;
    CHECK(says(row,
               "98.00 points of 98 attainable; 2 more could not be judged: no answer could be put "
               "before the judge."));
    row.waits_for_judge = true;  // there are answers, and nobody was asked yet
    CHECK(says(row, "98.00 points of 98 attainable; 2 more need a judge."));
}

TEST_CASE("sentences: no points of a vote that nothing is known of") {
    BoardRow row = steady_row();
    row.summary.majority_decided = 0;
    row.summary.majority_points = 0;
    CHECK(majority_cell(row.summary) == "0.00");
    row.summary.no_decision = {"a"};
    row.summary.missing = 149;
    CHECK(majority_cell(row.summary) == "n/a");
    for (const std::string& sentence : row_sentences(row))
        CHECK(sentence.find("vote earns") == std::string::npos);
}

TEST_CASE("sentences: cells of what is undefined") {
    const EngineSummary none = empty_row().summary;
    CHECK(points_cell(none) == "n/a");
    CHECK(points_error_cell(none) == "n/a");
    CHECK(unstable_cell(none) == "n/a");
    CHECK(unstable_bound_cell(none) == "n/a");
    CHECK(majority_cell(none) == "n/a");
    CHECK(speed_cell(none) == "n/a");
    CHECK(ratio_cell({}) == "n/a");
    CHECK(ratio_cell({5, 50}) == "5/50");
    CHECK(share_cell({}) == "n/a");
}

TEST_CASE("sentences: an interval of the points without width is no cell") {
    CHECK(points_error_cell(steady_row().summary) == "n/a");
    CHECK(points_error_cell(founding_row().summary) == "93.12-97.55");
}

TEST_CASE("sentences: a share is 100% only of all, and 0% only of none") {
    CHECK(share_cell({150, 150}) == "100%");
    CHECK(share_cell({0, 150}) == "0%");
    CHECK(share_cell({149, 150}) == "99.3%");     // 99.33
    CHECK(share_cell({9999, 10000}) == "99.9%");  // 99.99, rounded down
    CHECK(share_cell({1, 2000}) == "<0.1%");      // 0.05
    CHECK(share_cell({1, 3}) == "33.3%");
}

TEST_CASE("sentences: accuracy with its n, and what went wrong") {
    BoardRow row = steady_row();
    row.accuracy.f1_micro = 0.9875;
    row.accuracy.exact_documents = {143, 150};
    row.accuracy.clean = {150, 150};
    CHECK(says(row, "Field F1 0.988; 143 of 150 answers exact; 150 of 150 were clean JSON."));
    row.accuracy.clean = {149, 150};
    row.accuracy.hallucinated = {1, 18};
    row.accuracy.missed = {3, 360};
    row.accuracy.all.extra = 2;
    CHECK(says(row,
               "Field F1 0.988; 143 of 150 answers exact; 1 of 18 absent values invented; 3 of 360 "
               "values missed; 2 keys that nobody asked for; 149 of 150 were clean JSON."));
}

TEST_CASE("sentences: the vote, harmful errors first") {
    BoardRow row = founding_row();
    row.summary.voting.gain = std::nullopt;
    row.summary.majority_errors = {"a", "b", "c"};
    row.summary.majority_harmful = {"b"};
    row.summary.majority_decided = 48;
    CHECK(says(row,
               "The majority vote earns 97.00; it is wrong where some run was right on 1 of 48 "
               "decided items (b); it is wrong on 3 of 48 decided items in all."));
    row.summary.majority_harmful.clear();
    CHECK(says(row,
               "The majority vote earns 97.00; it is wrong on 3 of 48 decided items (a, b, c)."));
    row.summary.majority_errors.clear();
    row.summary.no_decision = {"d"};
    CHECK(says(row, "The majority vote earns 97.00; it is wrong on 0 of 48 decided items."));
    CHECK(says(row, "No majority on d."));
}

TEST_CASE("sentences: a vote that changes the points is told, also without an error") {
    BoardRow row = steady_row();
    row.summary.voting.gain = -0.5;
    CHECK(
        says(row,
             "The majority vote earns 98.00, 0.50 less than its runs on average; it is wrong on 0 "
             "of 50 decided items."));
    row.summary.voting.gain = 0.004;
    for (const std::string& sentence : row_sentences(row))
        CHECK(sentence.find("majority") == std::string::npos);
}

TEST_CASE("sentences: loops, what they burned, and who fails the same way every time") {
    BoardRow row = steady_row();
    row.summary.loops = {5, 150};
    row.summary.loop_items = {"a", "b"};
    row.summary.loop_items_all_runs = {"a"};
    row.summary.stable_failed = {"a", "c"};
    row.summary.recovered_runs = 2;
    row.summary.suspect_runs = 1;
    row.summary.loop_tokens_wasted = 49152;
    row.summary.loop_runs_told = 3;
    CHECK(says(row,
               "5 of 150 runs ended in a repetition loop: a, b; about 49152 tokens burned in the 3 "
               "that tell."));
    CHECK(says(row, "In every run: a."));
    CHECK(says(row, "2 of 150 runs left a loop in the reasoning again."));
    CHECK(says(row, "1 of 150 runs were cut with hardly anything new at their end; no loop."));
    CHECK(
        says(row, "Stable and failed, the same output in every run and no points: a (a loop), c."));
    row.summary.loop_tokens_wasted = std::nullopt;
    CHECK(says(row,
               "5 of 150 runs ended in a repetition loop: a, b; the tokens they burned were not "
               "told."));
}

TEST_CASE("notes: nothing twice, and nothing about what only JSON holds") {
    EngineSummary sum = empty_row().summary;
    sum.warnings = {"points.per_run: 1 trial of 1 missing; a run that lacks one is null",
                    "trials.failed: 1 trial failed: 0 points each",
                    "first_token_ms_p50: no valid trial was streamed with a token seen",
                    "cache_affected: the runs of 2 items took different shares", "x: \x1b"};
    CHECK(row_notes(sum) ==
          std::vector<std::string>{"cache_affected: the runs of 2 items took different shares",
                                   "x: \\x1b"});
    sum.missing = 0;  // then per_run speaks of what was not scored
    CHECK(row_notes(sum).size() == 3);
    BoardRow row = steady_row();
    row.summary.cache_affected = true;  // the note says it, no sentence does
    for (const std::string& sentence : row_sentences(row))
        CHECK(sentence.find("cache") == std::string::npos);
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
