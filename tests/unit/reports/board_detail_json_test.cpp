#include "reports/board_detail_json.hpp"

#include <catch2/catch_all.hpp>
#include <nlohmann/json.hpp>

#include "tests/unit/reports/sample_board.hpp"

using namespace kilter;
using namespace kilter::test;
using Json = nlohmann::json;

namespace {

Json stability(const EngineSummary& sum) {
    return Json::parse(dump_report(stability_json(sum)));
}

Json voting(const EngineSummary& sum) {
    return Json::parse(dump_report(voting_json(sum)));
}

}  // namespace

TEST_CASE("board detail json: what fewer runs would have shown") {
    const Json detail = stability(founding_row().summary);
    CHECK(detail["unstable_at"] == Json::parse(R"([
        {"k": 2, "items": 8.6667, "of": 50, "distinct": 1.1733},
        {"k": 3, "items": 13.0, "of": 50, "distinct": 1.26}])"));
    EngineSummary sum;
    sum.stability.unstable_at = {{2, 0, 0, 0}};
    CHECK(stability(sum)["unstable_at"] ==
          Json::parse(R"([{"k": 2, "items": null, "of": 0, "distinct": null}])"));
}

TEST_CASE("board detail json: an unstable item") {
    const Json detail = stability(founding_row().summary);
    REQUIRE(detail["items"].size() == 1);
    CHECK(detail["items"][0] == Json::parse(R"({"item": "T3-05", "variants": "A A B",
        "sizes": [2, 1], "pattern": "one_differs", "disagreement": 0.6667,
        "measures": {"runs": 3, "distinct": 2, "modal_share": 0.6667, "coverage": 0.6667,
                     "effective_shannon": 1.8899, "effective_simpson": 1.8, "chao1": 2.0,
                     "states_at_least": null},
        "divergence": {"channel": "reasoning", "kind": "mismatch", "code_point": 0,
                       "relative": {"share": 0.0, "reference_ends": false}},
        "value_flip": true, "fields": ["deadline"], "prompt_tokens": 6072})"));
    CHECK(detail["patterns"] == Json::parse(R"({"one_text": 37, "first_differs": 4,
        "one_differs": 9, "changes_once": 0, "all_differ": 0, "others": 0})"));
}

TEST_CASE("board detail json: an item that parts nowhere, with a floor, without tokens") {
    EngineSummary sum;
    UnstableItem item;
    item.item = "a";
    item.measures.states_at_least = 19;
    sum.stability.unstable_items = {item};
    const Json one = stability(sum)["items"][0];
    CHECK(one["divergence"] == Json::parse(R"({"channel": null, "kind": "equal",
        "code_point": null, "relative": null})"));
    CHECK(one["measures"]["states_at_least"] == 19);
    CHECK(one["prompt_tokens"].is_null());
}

TEST_CASE("board detail json: partings by channel, with bands of code points") {
    EngineSummary sum;
    DivergenceSummary& content = sum.divergence[static_cast<std::size_t>(Channel::content)];
    content.mismatch = 3;
    content.prefix = 1;
    content.drift = 2;
    content.median_relative = 0.25;
    content.reference_ends = 1;
    content.runs_by_band = {5, 4, 3, 2, 1};
    content.runs_absent = 6;
    const Json all = stability(sum)["partings"];
    CHECK(all["content"] == Json::parse(R"({"mismatch": 3, "prefix": 1, "drift": 2,
        "median_relative": 0.25, "reference_ends": 1, "runs_by_code_point": {"0-7": 5,
        "8-63": 4, "64-511": 3, "512-4095": 2, "4096-": 1}, "runs_absent": 6})"));
    CHECK(all["reasoning"]["median_relative"].is_null());
    CHECK(all.contains("tool_calls"));
}

TEST_CASE("board detail json: first run, cache, prompts, ends and fields") {
    EngineSummary sum = founding_row().summary;
    sum.stability.other_finish = {"b"};
    sum.stability.equal_censored = {"c"};
    sum.stability.cache.some = {40, 3};
    sum.stability.cache.same_cached_pairs = {2, 30};
    const Json detail = stability(sum);
    CHECK(detail["first_run"] == Json::parse(R"({"items": 4, "of": 13, "cold": 0,
        "p_value": 0.6776, "hint": false})"));
    CHECK(detail["cache"] == Json::parse(R"({"items": 50, "tied_items": 0,
        "not_told": {"runs": 150, "deviating": 13}, "none": {"runs": 0, "deviating": 0},
        "some": {"runs": 40, "deviating": 3}, "same_cached_pairs": {"pairs": 30, "different": 2},
        "other_cached_pairs": {"pairs": 0, "different": 0}})"));
    CHECK(detail["prompt_tokens"] == Json::parse(R"({"stable": {"median": 6072, "items": 37},
        "unstable": {"median": 6038, "items": 13}})"));
    CHECK(detail["other_finish"] == Json::parse(R"(["b"])"));
    CHECK(detail["equal_censored"] == Json::parse(R"(["c"])"));
    CHECK(detail["fields"][0] == Json::parse(R"({"field": "deadline",
        "unstable": {"count": 3, "of": 10, "rate": 0.3}, "items": ["T3-05", "T3-08", "T4-06"],
        "undecided": 0, "errors": 1})"));
    CHECK(detail["tar_raw"] == Json::parse(R"({"count": 41, "of": 50, "rate": 0.82})"));
    CHECK(detail["tar_answer"] == Json::parse(R"({"count": 44, "of": 50, "rate": 0.88})"));
    CHECK(stability(EngineSummary{})["first_run"]["p_value"].is_null());
    CHECK(stability(EngineSummary{})["prompt_tokens"]["stable"]["median"].is_null());
    CHECK(stability(EngineSummary{})["tar_raw"]["rate"].is_null());
}

TEST_CASE("board detail json: the vote in detail") {
    CHECK(voting(founding_row().summary) == Json::parse(R"({"gain": 1.6667, "gain_items": 5,
        "loss_items": 1, "right_some_wrong": ["T2-04", "T3-08", "T4-06", "T5-02", "T6-02"],
        "plurality": {"decided": 50, "points": 97.0}, "composite_unseen": [],
        "field_votes": {"undecided": 0, "of": 126}, "pass_mark": "all attainable points",
        "pass_items": 50, "pass_at": [0.95, 0.98, 1.0], "pass_hat": [0.95, 0.91, 0.88],
        "g_pass": {"0.5": 0.97, "0.75": 0.88, "1": 0.88}})"));
}

TEST_CASE("board detail json: without a vote nothing of it is a number") {
    EngineSummary sum;
    sum.stability.by_field.resize(1);
    const Json none = voting(sum);
    CHECK(none["gain"].is_null());
    CHECK(none["plurality"] == Json::parse(R"({"decided": null, "points": null})"));
    CHECK(none["field_votes"] == Json::parse(R"({"undecided": null, "of": null})"));
    CHECK(none["pass_at"] == Json::array());
    CHECK(none["g_pass"]["0.5"].is_null());
    CHECK(stability(sum)["fields"][0]["undecided"].is_null());
    CHECK(stability(sum)["fields"][0]["errors"].is_null());
}
