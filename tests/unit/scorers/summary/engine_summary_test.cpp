#include "scorers/summary/engine_summary.hpp"

#include <algorithm>
#include <catch2/catch_all.hpp>

#include "tests/unit/scorers/stability/run_views.hpp"

using namespace kilter;
using Catch::Approx;

namespace {

struct TestItem {
    std::string id;
    std::vector<RunView> runs;
    std::vector<SpeedFacts> speeds;
    double attainable = 2;
};

EngineSummary sum_up(int planned, const std::vector<TestItem>& items) {
    SummaryBuilder builder(planned);
    for (const TestItem& item : items) {
        builder.add(analyse(item.id, item.runs, planned, item.attainable), item.runs, item.speeds);
    }
    return builder.finish();
}

bool warns(const EngineSummary& sum, std::string_view key) {
    return std::any_of(sum.warnings.begin(), sum.warnings.end(), [key](const std::string& warning) {
        return warning.starts_with(std::string{key} + ": ");
    });
}

// K equal right runs.
TestItem steady(const std::string& id, int runs, double points = 2) {
    TestItem item{id, {}, {}, 2};
    for (int k = 0; k < runs; ++k) item.runs.push_back(make_run(k, "r", "c", "v", points));
    return item;
}

SpeedFacts speed(std::optional<long long> tokens, std::optional<double> total_ms,
                 std::optional<double> first_ms = {}, std::optional<long long> cached = {}) {
    SpeedFacts facts;
    facts.usage.completion_tokens = tokens;
    facts.usage.cached_tokens = cached;
    facts.timings.total_ms = total_ms;
    facts.timings.first_token_ms = first_ms;
    return facts;
}

}  // namespace

TEST_CASE("no items: every number that has no value is null, with its reason") {
    const EngineSummary sum = sum_up(3, {});
    CHECK(sum.points_per_run == std::vector<std::optional<double>>(3, std::nullopt));
    CHECK_FALSE(sum.points_mean);
    CHECK_FALSE(sum.answered_only);
    CHECK_FALSE(sum.points_ci95);
    CHECK_FALSE(sum.unstable_ci95);
    CHECK_FALSE(sum.disagreement);
    CHECK_FALSE(sum.pass_at_k);
    CHECK_FALSE(sum.output_tok_per_s);
    for (const char* key : {"points.mean", "points.answered_only", "points.ci95", "unstable",
                            "pass_at_k, pass_hat_k", "output_tok_per_s", "first_token_ms_p50"}) {
        INFO(key);
        CHECK(warns(sum, key));
    }
}

TEST_CASE("a failed trial adds 0 to its run; answered_only leaves it out") {
    TestItem item = steady("a", 3);
    item.runs[1] = make_failed_run(1);
    const EngineSummary sum = sum_up(3, {item, steady("b", 3, 1)});
    CHECK(sum.failed == 1);
    CHECK(sum.outcomes.at("timeout") == 1);
    CHECK(sum.points_per_run == std::vector<std::optional<double>>{3.0, 1.0, 3.0});
    CHECK(sum.points_mean.value() == Approx(7.0 / 3));
    CHECK(sum.answered_only.value() == Approx(4 * 7.0 / 10));  // 7 points of 5 scored trials x 2
    CHECK(sum.short_items == 1);
    CHECK(sum.pass_hat_k == 0.0);  // over b alone, which is half right
    CHECK(sum.loops.of == 5);
    CHECK(warns(sum, "trials.failed"));
    CHECK(warns(sum, "unstable.short"));
}

TEST_CASE("a run with missing trials is null and does not enter mean, min and max") {
    TestItem item = steady("a", 3);
    item.runs.pop_back();
    const EngineSummary sum = sum_up(3, {item, steady("b", 3, 1)});
    CHECK(sum.missing == 1);
    CHECK(sum.points_per_run == std::vector<std::optional<double>>{3.0, 3.0, std::nullopt});
    CHECK(sum.points_mean == 3.0);
    CHECK(sum.points_max == 3.0);
    CHECK_FALSE(sum.points_ci95);  // the losses are over other runs than the mean
    CHECK(warns(sum, "points.ci95"));
    CHECK(warns(sum, "points.per_run"));
}

TEST_CASE("an item without a stored run leaves no mean and no interval") {
    const EngineSummary sum = sum_up(2, {steady("a", 2), {"b", {}, {}, 2}, steady("c", 2)});
    CHECK(sum.missing == 2);
    CHECK(sum.unmeasurable == 1);
    CHECK(sum.measurable == 2);
    CHECK_FALSE(sum.points_mean);
    CHECK_FALSE(sum.points_ci95);
    CHECK(sum.attainable == 6);
    CHECK(warns(sum, "points.mean"));
    CHECK(warns(sum, "points.ci95"));
    CHECK(warns(sum, "unstable"));
}

TEST_CASE("valid trials without a verdict are not 0") {
    TestItem item = steady("a", 3);
    item.runs[2].verdict.reset();
    const EngineSummary sum = sum_up(3, {item});
    CHECK(sum.unscored == 1);
    CHECK(sum.points_per_run == std::vector<std::optional<double>>{2.0, 2.0, std::nullopt});
    CHECK(warns(sum, "points.per_run"));
    CHECK_FALSE(sum.pass_at_k);
}

TEST_CASE("the interval of points is clipped to what can be had") {
    // Losses 0, 0, 2: mean 2/3, SE 2/3, t(2) = 4.303: 6 - 3 x (2/3 -+ 2.869) = -4.6 .. 12.6.
    const EngineSummary sum = sum_up(2, {steady("a", 2), steady("b", 2), steady("c", 2, 0)});
    CHECK(sum.points_ci95.value().low == 0);
    CHECK(sum.points_ci95.value().high == 6);
}

TEST_CASE("fewer than 3 runs: the vote stays blank") {
    for (const int runs : {1, 2}) {
        INFO(runs);
        const EngineSummary sum = sum_up(runs, {steady("a", runs), steady("b", runs, 0)});
        CHECK(sum.majority_of == 0);
        CHECK(sum.majority_decided == 0);
        CHECK(sum.majority_errors.empty());
        CHECK(sum.no_decision.empty());
        CHECK(warns(sum, "majority"));
        CHECK(sum.pass_at_k == 0.5);
    }
    CHECK(sum_up(1, {steady("a", 1)}).unmeasurable == 1);
    CHECK(sum_up(1, {steady("a", 1)}).detection_power == 0);
}

TEST_CASE("items without a decision score 0 in the vote and are named") {
    TestItem tie = steady("tie", 3);
    tie.runs[1] = make_run(1, "r", "d", "w", 0);
    tie.runs[2] = make_run(2, "r", "e", "x", 1);
    const EngineSummary sum = sum_up(3, {tie, steady("b", 3, 1)});
    CHECK(sum.majority_of == 2);
    CHECK(sum.majority_decided == 1);
    CHECK(sum.majority_points == 1);
    CHECK(sum.no_decision == std::vector<std::string>{"tie"});
    CHECK(sum.majority_errors == std::vector<std::string>{"b"});
    CHECK(sum.majority_harmful.empty());  // no run of b was right
    CHECK(sum.partition == std::array<long long, 7>{0, 0, 1, 0, 0, 0, 1});
}

TEST_CASE("stable and failed: one text in all planned runs, no points") {
    TestItem looping = steady("loop", 3, 0);
    for (RunView& run : looping.runs) {
        run.loops.resize(1);
        run.loops[0].verdict = "loop";
    }
    TestItem brief = steady("short", 3, 0);
    brief.runs[2] = make_failed_run(2);
    TestItem apart = steady("apart", 3, 0);
    apart.runs[2].content_sha256 = "other";
    TestItem judged = steady("judged", 3, 0);
    judged.attainable = 0;
    for (RunView& run : judged.runs) run.verdict->attainable = 0;
    const EngineSummary sum = sum_up(3, {looping, brief, apart, judged, steady("half", 3, 1)});
    CHECK(sum.stable_failed == std::vector<std::string>{"loop"});
    CHECK(sum.loops.count == 3);
    CHECK(sum.loop_items == std::vector<std::string>{"loop"});
    CHECK(sum.loop_items_all_runs == std::vector<std::string>{"loop"});
    CHECK(warns(sum, "points.attainable"));
    CHECK_FALSE(sum.loop_tokens_wasted);  // three loops, and no tokens told
    CHECK(warns(sum, "loops.tokens_wasted"));
    CHECK(sum_up(1, {steady("once", 1, 0)}).stable_failed.empty());
    CHECK_FALSE(warns(sum_up(3, {steady("a", 3)}), "voting.gain"));
}

TEST_CASE("the median of an even count is the mean of the two in the middle") {
    const auto parting = [](const std::string& id, const std::string& before) {
        return TestItem{
            id,
            {make_run(0, before + "x", "c", "v", 2), make_run(1, before + "y", "c", "v", 2)},
            {},
            2};
    };
    TestItem absent{"absent", {make_run(0, "", "c", "v", 2), make_run(1, "y", "c", "v", 2)}, {}, 2};
    const EngineSummary sum = sum_up(2, {parting("a", "12345678"), parting("b", "123"), absent});
    const DivergenceSummary& reasoning = sum.divergence[0];
    CHECK(reasoning.items == 3);
    CHECK(reasoning.at_start == 1);
    CHECK(reasoning.absent == 1);
    CHECK(reasoning.median_code_point == 5.5);

    const EngineSummary only = sum_up(2, {absent});
    CHECK(only.divergence[0].absent == 1);
    CHECK_FALSE(only.divergence[0].median_code_point);
    CHECK(warns(only, "divergence.reasoning.median_code_point"));
}

TEST_CASE("speeds come from valid trials that tell what is needed") {
    TestItem item = steady("a", 3);
    item.runs.push_back(make_failed_run(3));
    item.speeds = {speed(100, 2000, 300.0), speed(50, 1000, 100.0), speed({}, 9000),
                   speed(999, 10, 1.0)};
    const EngineSummary sum = sum_up(4, {item});
    CHECK(sum.output_tok_per_s.value() == Approx(50));  // 150 tokens in 3 s
    CHECK(sum.first_token_ms_p50 == 200.0);
    CHECK_FALSE(warns(sum, "first_token_ms_p50"));
    CHECK_FALSE(warns(sum, "output_tok_per_s"));
}

TEST_CASE("cache: affected where an item's runs took different shares") {
    const auto cached = [](std::vector<std::optional<long long>> counts) {
        TestItem item = steady("a", static_cast<int>(counts.size()));
        for (const auto& count : counts) item.speeds.push_back(speed(1, 1, 1, count));
        return sum_up(static_cast<int>(counts.size()), {item});
    };
    CHECK(cached({0, 500, 500}).cache_affected);
    CHECK(cached({{}, 500, 500}).cache_affected);
    CHECK(cached({20, 500, 500}).cache_affected);
    CHECK(warns(cached({0, 500, 500}), "cache_affected"));
    CHECK_FALSE(cached({500, 500, 500}).cache_affected);
    CHECK_FALSE(cached({0, 0, 0}).cache_affected);
    CHECK_FALSE(cached({{}, {}, {}}).cache_affected);
    CHECK_FALSE(cached({{}, 0, {}}).cache_affected);
}
