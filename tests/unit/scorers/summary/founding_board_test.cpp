// The board of the founding case, worked out by hand: 50 items of 2 points, K = 3; two items have
// only 1 attainable point, so 98 of 100. Every unstable item has sizes 2 and 1.
//
//   37 items  stable and right (the two of 1 point among them)
//    7 items  right, texts differ: 4 in the reasoning only, 3 in reasoning and content
//   T3-05     points 1, 1, 2: two equal wrong values
//    4 items  one wrong run that costs 1 point, in run 0, 1, 2 and 2
//   T6-02     run 2 runs to the limit inside its reasoning: unparsed, 0 points
//
// Lost per run: run 0: 1 + 1, run 1: 1 + 1, run 2: 0 + 2 + 2; so 96, 96, 94, mean 95.3333.
// Item losses: 2 x 2/3, 4 x 1/3, 44 x 0: mean 8/150, squares 12/9, SE .022049, t(49) 2.009575,
// half-width x 50: 2.2155.
#include <array>
#include <catch2/catch_all.hpp>

#include "scorers/fields/score_item.hpp"
#include "scorers/summary/engine_summary.hpp"
#include "tests/unit/scorers/stability/run_views.hpp"

using namespace kilter;
using Catch::Approx;

namespace {

// One text in one channel for each run.
using Three = std::array<std::string, 3>;

std::vector<RunView> item_runs(const Three& reasoning, const Three& content, const Three& value,
                               const std::array<double, 3>& points, double attainable = 2) {
    std::vector<RunView> runs;
    for (std::size_t k = 0; k < 3; ++k) {
        runs.push_back(make_run(static_cast<int>(k), reasoning[k], content[k], value[k], points[k],
                                attainable));
    }
    return runs;
}

Three all(const std::string& text) {
    return {text, text, text};
}

Three odd_one(std::size_t k, const std::string& others, const std::string& odd) {
    Three out = all(others);
    out[k] = odd;
    return out;
}

class Board {
  public:
    void add(const std::string& id, const std::vector<RunView>& runs, double attainable = 2) {
        Texts texts(runs);
        const ItemAnalysis item = analyse_item(id, runs, 3, attainable, 2, texts.reader());
        std::vector<SpeedFacts> speeds(runs.size());
        for (SpeedFacts& speed : speeds) {  // 264 tokens in 10 s, not streamed
            speed.usage.completion_tokens = 264;
            speed.timings.total_ms = 10'000;
        }
        builder_.add(item, runs, speeds);
    }
    EngineSummary finish() { return builder_.finish(); }

  private:
    SummaryBuilder builder_{3};
};

const std::string k_hu = "A felhaszn\u00e1l\u00f3 k\u00e9ri";
const std::string k_en = "We need answer";

EngineSummary founding_board() {
    Board board;
    for (int i = 0; i < 35; ++i)
        board.add("S" + std::to_string(i), item_runs(all("r"), all("c"), all("v"), {2, 2, 2}));
    for (int i = 0; i < 2; ++i)
        board.add("J" + std::to_string(i), item_runs(all("r"), all("c"), all("v"), {1, 1, 1}, 1),
                  1);
    for (int i = 0; i < 4; ++i) {
        board.add("R" + std::to_string(i),
                  item_runs(odd_one(1, k_hu, k_en), all("c"), all("v"), {2, 2, 2}));
    }
    for (int i = 0; i < 3; ++i) {
        board.add("C" + std::to_string(i),
                  item_runs(odd_one(2, k_hu, k_en), odd_one(2, "{\"a\":1}", "{\"a\": 1}"), all("v"),
                            {2, 2, 2}));
    }
    board.add("T3-05", item_runs(odd_one(2, k_en, k_hu), odd_one(2, "2026-11-05", "2026-11-10"),
                                 odd_one(2, "2026-11-05", "2026-11-10"), {1, 1, 2}));
    const std::size_t wrong_run[] = {0, 1, 2, 2};
    for (std::size_t i = 0; i < 4; ++i) {
        std::array<double, 3> points = {2, 2, 2};
        points[wrong_run[i]] = 1;
        board.add("V" + std::to_string(i),
                  item_runs(odd_one(wrong_run[i], k_hu, k_en),
                            odd_one(wrong_run[i], "6300000", "5940000"),
                            odd_one(wrong_run[i], "6300000", "5940000"), points));
    }
    auto runaway = item_runs(
        odd_one(2, "The same start, then an answer.", "The same start, then round and round"),
        odd_one(2, "{}", ""), odd_one(2, "v", std::string{k_unparsed}), {2, 2, 0});
    runaway[2].outcome = Outcome::truncated_in_reasoning;
    runaway[2].content_state = TextState::null;
    runaway[2].loops.resize(1);
    runaway[2].loops[0].verdict = "loop";
    board.add("T6-02", runaway);
    return board.finish();
}

const EngineSummary& founding() {
    static const EngineSummary summary = founding_board();
    return summary;
}

Approx near(double value) {
    return Approx(value).margin(5.1e-5).epsilon(0);
}

}  // namespace

TEST_CASE("founding board: trials and points") {
    const EngineSummary& sum = founding();
    CHECK(sum.items == 50);
    CHECK(sum.runs == 3);
    CHECK(sum.planned == 150);
    CHECK(sum.stored == 150);
    CHECK(sum.missing == 0);
    CHECK(sum.failed == 0);
    CHECK(sum.outcomes ==
          std::map<std::string, long long>{{"answered", 149}, {"truncated_in_reasoning", 1}});
    CHECK(sum.points_mean.value() == near(95.3333));
    CHECK(sum.points_min.value() == near(94));
    CHECK(sum.points_max.value() == near(96));
    REQUIRE(sum.points_per_run.size() == 3);
    CHECK(sum.points_per_run[0].value() == near(96));
    CHECK(sum.points_per_run[1].value() == near(96));
    CHECK(sum.points_per_run[2].value() == near(94));
    CHECK(sum.answered_only.value() == near(95.3333));
    CHECK(sum.attainable == near(98));
    CHECK(sum.max_points == near(100));
    CHECK(sum.points_ci95.value().low == Approx(93.12).margin(0.005));
    CHECK(sum.points_ci95.value().high == Approx(97.55).margin(0.005));
}

TEST_CASE("founding board: stability") {
    const EngineSummary& sum = founding();
    CHECK(sum.unstable == 13);
    CHECK(sum.measurable == 50);
    CHECK(sum.short_items == 0);
    CHECK(sum.unmeasurable == 0);
    CHECK(sum.unstable_ci95.value().low == near(.1587));
    CHECK(sum.unstable_ci95.value().high == near(.3955));
    CHECK(sum.unstable_by_level == std::array<long long, 6>{13, 13, 9, 9, 6, 6});
    CHECK(sum.unstable_items.size() == 13);
    CHECK(sum.value_flips.count == 5);
    CHECK(sum.value_flips.of == 50);
    CHECK(sum.value_flip_items == std::vector<std::string>{"T3-05", "V0", "V1", "V2", "V3"});
    CHECK(sum.disagreement.value() == near(.1733));  // 13 x 2/3 of 50
    const auto& [reasoning, content, calls] = sum.divergence;
    CHECK(reasoning.items == 13);
    CHECK(reasoning.at_start == 12);
    CHECK(reasoning.absent == 0);
    CHECK(reasoning.median_code_point == 0.0);
    CHECK(content.items == 0);
    CHECK_FALSE(content.median_code_point);
    CHECK(calls.items == 0);
    CHECK_FALSE(calls.median_code_point);
    CHECK(sum.detection_power == near(.27));
    CHECK(sum.power_minority_share == 0.1);
}

TEST_CASE("founding board: vote, partition, loops, speed") {
    const EngineSummary& sum = founding();
    CHECK(sum.majority_of == 50);
    CHECK(sum.majority_decided == 50);
    CHECK(sum.majority_points == near(97));
    CHECK(sum.majority_errors == std::vector<std::string>{"T3-05"});
    CHECK(sum.majority_harmful == std::vector<std::string>{"T3-05"});
    CHECK(sum.no_decision.empty());
    CHECK(sum.partition == std::array<long long, 7>{37, 7, 0, 0, 5, 1, 0});
    CHECK(sum.stable_failed.empty());
    CHECK(sum.loops.count == 1);
    CHECK(sum.loops.of == 150);
    CHECK(sum.loop_items == std::vector<std::string>{"T6-02"});
    CHECK(sum.loop_items_all_runs.empty());
    CHECK(sum.recovered_runs == 0);
    CHECK(sum.pass_at_k.value() == near(1));
    CHECK(sum.pass_hat_k.value() == near(.88));  // 44 of 50
    CHECK(sum.output_tok_per_s.value() == near(26.4));
    CHECK_FALSE(sum.first_token_ms_p50);
    CHECK_FALSE(sum.cache_affected);
    REQUIRE(sum.warnings.size() == 2);  // the findings made here name no tokens
    CHECK(sum.warnings[0].starts_with("loops.tokens_wasted: "));
    CHECK(sum.warnings[1].starts_with("first_token_ms_p50: "));
}
