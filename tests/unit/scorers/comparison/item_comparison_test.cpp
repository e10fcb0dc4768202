#include "scorers/comparison/item_comparison.hpp"

#include <catch2/catch_all.hpp>

#include "base/sha256.hpp"

using namespace kilter;
using Catch::Matchers::WithinAbs;

namespace {

// An answered run with this content; "-" is a failed one. Points and attainable are 1 each unless
// the content begins with "wrong".
RunView run_of(int k, const std::string& content) {
    RunView run;
    run.k = k;
    run.outcome = content == "-" ? Outcome::timeout : Outcome::answered;
    if (!run.valid()) return run;
    run.content_state = TextState::text;
    run.content_sha256 = sha256_hex(content);
    run.finish_reason = "stop";
    RunVerdict verdict;
    verdict.points = content.starts_with("wrong") ? 0 : 1;
    verdict.attainable = verdict.max_points = 1;
    verdict.norm_sha256 = run.content_sha256;
    verdict.value_record = content.substr(0, 5);
    verdict.outcome_record = verdict.points > 0 ? "TP" : "FD";
    run.verdict = verdict;
    return run;
}

struct Side {
    std::vector<RunView> runs;
    ItemAnalysis analysis;
    explicit Side(const std::vector<std::string>& contents, int planned = 3) {
        for (const std::string& content : contents)
            runs.push_back(run_of(static_cast<int>(runs.size()), content));
        analysis = analyse_item("i", runs, planned, 1, 1, {});
    }
    ComparedRuns seen() const { return {&analysis, &runs}; }
};

ItemComparison compared(const std::vector<std::string>& a, const std::vector<std::string>& b,
                        Level level = Level::content) {
    const Side side_a(a), side_b(b);
    return compare_item(side_a.seen(), side_b.seen(), level);
}

}  // namespace

TEST_CASE("comparison: the four verdicts of an item") {
    struct Case {
        const char* name;
        std::vector<std::string> a, b;
        DiffVerdict verdict;
        int shared;
    };
    const Case cases[] = {
        {"one output, the same", {"x", "x", "x"}, {"x", "x", "x"}, DiffVerdict::identical, 1},
        {"F: speculative decoding, both steady",
         {"x", "x", "x"},
         {"y", "y", "y"},
         DiffVerdict::steady_different,
         0},
        {"one side wavers into the other's output",
         {"x", "x", "x"},
         {"x", "y", "x"},
         DiffVerdict::noisy_overlapping,
         1},
        {"both waver alike", {"x", "y", "x"}, {"y", "x", "x"}, DiffVerdict::noisy_overlapping, 2},
        {"one side wavers, elsewhere",
         {"x", "x", "x"},
         {"y", "z", "y"},
         DiffVerdict::noisy_disjoint,
         0},
        {"a single run each says as much as it can", {"x"}, {"x"}, DiffVerdict::identical, 1},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        const ItemComparison item = compared(one.a, one.b);
        REQUIRE(item.verdict);
        CHECK(*item.verdict == one.verdict);
        CHECK(item.shared == one.shared);
        CHECK(item.differs() == (one.verdict != DiffVerdict::identical));
    }
}

TEST_CASE("comparison: excess disagreement of an item, by hand") {
    // Apart and steady: d_AB = 1, d_AA = d_BB = 0.
    CHECK_THAT(compared({"x", "x", "x"}, {"y", "y", "y"}).excess.value(), WithinAbs(1, 1e-12));
    CHECK_THAT(compared({"x", "x", "x"}, {"x", "x", "x"}).excess.value(), WithinAbs(0, 1e-12));
    // a = (2, 1), b = (2, 1): d_AB = 1 - (4+1)/9 = 4/9, d_AA = d_BB = 2/3; E = 4/9 - 2/3 = -2/9.
    CHECK_THAT(compared({"x", "x", "y"}, {"x", "y", "x"}).excess.value(),
               WithinAbs(-2. / 9, 1e-12));
    CHECK_FALSE(compared({"x"}, {"y"}).excess);
}

TEST_CASE("comparison: failed runs stand in no cluster, and make an item incomplete") {
    const ItemComparison item = compared({"x", "-", "x"}, {"x", "x", "x"});
    CHECK(item.verdict == DiffVerdict::identical);
    CHECK(item.a.failed == 1);
    CHECK(item.a.valid == 2);
    CHECK_FALSE(item.complete());
    CHECK_FALSE(item.a.points);
    CHECK(item.b.points == 1.0);

    const ItemComparison none = compared({"-", "-", "-"}, {"x", "x", "x"});
    CHECK_FALSE(none.verdict);
    CHECK_FALSE(none.differs());
    CHECK(none.joint.empty());

    const ItemComparison nothing_stored = compared({}, {"x", "x", "x"});
    CHECK_FALSE(nothing_stored.verdict);
    CHECK(nothing_stored.a.missing == 3);
}

TEST_CASE("comparison: levels, from the loosest that still tells two outputs apart") {
    // "right 1" and "right 2" begin alike: one value record.
    const ItemComparison item = compared({"right 1", "right 1", "right 1"},
                                         {"right 2", "right 2", "right 2"}, Level::value);
    CHECK(item.verdict == DiffVerdict::identical);
    CHECK_FALSE(item.identical_at[static_cast<std::size_t>(Level::content)]);
    CHECK(item.identical_at[static_cast<std::size_t>(Level::reasoning)]);
    CHECK(item.identical_at[static_cast<std::size_t>(Level::value)]);
    CHECK(item.identical_at[static_cast<std::size_t>(Level::outcome)]);
}

TEST_CASE("comparison: the most frequent output, its lowest run, ties") {
    const ItemComparison item = compared({"y", "x", "x"}, {"x", "y", "z"});
    CHECK(item.a.modal_k == 1);
    CHECK_FALSE(item.a.modal_tie);
    CHECK(item.b.modal_k == 0);
    CHECK(item.b.modal_tie);
    CHECK(item.a.sizes == std::vector<int>{2, 1});
}

TEST_CASE("comparison: right means every run; points are the mean over K") {
    const ItemComparison item = compared({"ok", "wrong", "ok"}, {"ok", "ok", "ok"});
    CHECK_THAT(item.a.points.value(), WithinAbs(2. / 3, 1e-12));
    CHECK_FALSE(item.a.right);
    CHECK(item.b.right);
}

TEST_CASE("comparison: one text, two finish reasons") {
    Side a({"x", "x", "x"}), b({"x", "x", "x"});
    for (RunView& run : b.runs) run.finish_reason = "length";
    const ItemComparison item = compare_item(a.seen(), b.seen(), Level::content);
    CHECK(item.verdict == DiffVerdict::identical);
    CHECK(item.other_finish);
    CHECK_FALSE(compare_item(a.seen(), a.seen(), Level::content).other_finish);
}

TEST_CASE("comparison: the token near a position, from lengths") {
    // 10 tokens over 40 code points and 90 over 360: 0.25 a code point.
    CHECK_THAT(estimate_token(16, {40, 10}, {360, 90}).value(), WithinAbs(4, 1e-12));
    CHECK_THAT(estimate_token(16, {40, 10}, {1000, std::nullopt}).value(), WithinAbs(4, 1e-12));
    CHECK_THAT(estimate_token(0, {40, 10}, {40, 10}).value(), WithinAbs(0, 1e-12));
    CHECK_FALSE(estimate_token(16, {40, std::nullopt}, {40, std::nullopt}));
    CHECK_FALSE(estimate_token(16, {0, 10}, {0, 0}));
}
