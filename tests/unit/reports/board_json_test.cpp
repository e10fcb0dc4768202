#include "reports/board_json.hpp"

#include <catch2/catch_all.hpp>
#include <limits>
#include <nlohmann/json.hpp>

#include "tests/unit/reports/sample_board.hpp"

using namespace kilter;
using namespace kilter::test;
using Json = nlohmann::json;

namespace {

Json parsed(const Board& board) {
    return Json::parse(board_json(board));
}

Json founding() {
    return parsed(founding_board())["engines"][0];
}

std::vector<std::string> keys_of(const Json& object) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : object.items()) keys.push_back(key);
    return keys;  // sorted: Json is a std::map here
}

}  // namespace

TEST_CASE("board json: the top level") {
    const Json board = parsed(founding_board());
    CHECK(keys_of(board) == std::vector<std::string>{"engines", "partial", "schema"});
    CHECK(board["schema"] == "kilter.board/1");
    CHECK(board["partial"] == false);
    REQUIRE(board["engines"].size() == 2);
    CHECK(board["engines"][1]["engine"] == "fixed");
    CHECK(parsed(Board{})["engines"].is_array());
}

TEST_CASE("board json: the founding row has every key, and no other") {
    const Json row = founding();
    const std::vector<std::string> expected = {"accuracy",
                                               "condition",
                                               "detection_power",
                                               "disagreement",
                                               "divergence",
                                               "engine",
                                               "evidence",
                                               "experiment",
                                               "fingerprints",
                                               "items",
                                               "load",
                                               "loops",
                                               "majority",
                                               "notes",
                                               "partition",
                                               "pass_at_k",
                                               "pass_hat_k",
                                               "points",
                                               "prompts_digest",
                                               "runs",
                                               "scorer_version",
                                               "scoring_digest",
                                               "speed",
                                               "stability",
                                               "stable_failed",
                                               "suite",
                                               "trials",
                                               "unstable",
                                               "unstable_by_level",
                                               "value_flips",
                                               "voting",
                                               "warnings"};
    CHECK(keys_of(row) == expected);
    CHECK(row["engine"] == "stock");
    CHECK(row["experiment"] == "20261129-120000-3f9a1c");
    CHECK(row["suite"] == "founding-main");
    CHECK(row["prompts_digest"] == "prompts");
    CHECK(row["scoring_digest"] == "scoring");
    CHECK(row["scorer_version"] == "scorer/1");
    CHECK(row["items"] == 50);
    CHECK(row["runs"] == 3);
    CHECK(row["condition"] == Json::parse(R"({"concurrency": 1, "order": "run_major",
        "cache": "as_is", "stream": true, "max_tokens": 16384})"));
}

TEST_CASE("board json: the founding row's figures") {
    const Json row = founding();
    CHECK(row["trials"] == Json::parse(R"({"planned": 150, "stored": 150, "missing": 0, "failed": 0,
        "outcomes": {"answered": 149, "truncated_in_reasoning": 1}})"));
    CHECK(row["points"] == Json::parse(R"({"mean": 95.3333, "min": 94.0, "max": 96.0,
        "per_run": [96.0, 96.0, 94.0], "answered_only": 95.3333, "attainable": 98.0,
        "max_points": 100.0, "ci95": [93.1178, 97.5488]})"));
    CHECK(row["unstable"] == Json::parse(R"({"level": "full", "items": 13, "of": 50, "short": 0,
        "unmeasurable": 0, "rate": 0.26, "ci95": [0.1587, 0.3955], "ids": ["T3-05", "T6-02"]})"));
    CHECK(row["unstable_by_level"] == Json::parse(R"({"full": 13, "reasoning": 13, "content": 9,
        "norm": 9, "value": 6, "outcome": 6})"));
    CHECK(row["value_flips"]["items"] == 5);
    CHECK(row["value_flips"]["of"] == 50);
    CHECK(row["value_flips"]["ids"].size() == 5);
    CHECK(row["disagreement"] == 0.1733);
    CHECK(row["divergence"] == Json::parse(R"({
        "reasoning": {"items": 13, "at_start": 12, "absent": 0, "median_code_point": 0},
        "content": {"items": 0, "at_start": 0, "absent": 0, "median_code_point": null},
        "tool_calls": {"items": 0, "at_start": 0, "absent": 0, "median_code_point": null}})"));
    CHECK(row["majority"] == Json::parse(R"({"rule": "strict", "of": 50, "decided": 50,
        "points": 97.0, "errors": {"count": 1, "items": ["T3-05"]}, "harmful": ["T3-05"],
        "no_decision": []})"));
    CHECK(row["partition"] == Json::parse(R"({"all_right_one_text": 37, "all_right_texts_differ": 7,
        "all_wrong_one_value": 0, "all_wrong_values_differ": 0, "mixed_majority_right": 5,
        "mixed_majority_wrong": 1, "mixed_no_decision": 0})"));
    CHECK(row["stable_failed"] == Json::array());
    CHECK(row["loops"] == Json::parse(R"({"runs": 1, "of": 150, "items": ["T6-02"],
        "items_all_runs": [], "recovered_runs": 0, "repetitive_runs": 0, "suspect_runs": 0,
        "tokens_wasted": 1063.5, "tokens_told_runs": 1})"));
    CHECK(row["pass_at_k"] == 1.0);
    CHECK(row["pass_hat_k"] == 0.88);
    CHECK(row["speed"] == Json::parse(R"({"output_tok_per_s": 26.4, "first_token_ms_p50": null,
        "first_token_runs": 0, "cache_affected": false, "output_runs": 0, "prefill_tok_per_s": null, "prefill_runs": 0,
        "prefill_cached_runs": 0, "prefill_cache_unknown_runs": 0})"));
    CHECK(row["detection_power"] == Json::parse(R"({"minority_share": 0.1, "power": 0.27})"));
    CHECK(row["warnings"].size() == 1);
}

TEST_CASE("board json: what is undefined is null, with its reason beside it") {
    Board board;
    board.partial = true;
    board.rows = {empty_row()};
    const Json all = parsed(board);
    CHECK(all["partial"] == true);
    const Json row = all["engines"][0];
    for (const char* key : {"mean", "min", "max", "answered_only", "ci95"}) {
        INFO(key);
        CHECK(row["points"][key].is_null());
    }
    CHECK(row["points"]["per_run"] == Json::parse("[null]"));
    CHECK(row["unstable"]["rate"].is_null());
    CHECK(row["unstable"]["ci95"].is_null());
    CHECK(row["disagreement"].is_null());
    CHECK(row["majority"]["points"].is_null());
    CHECK(row["majority"]["of"] == 0);
    CHECK(row["pass_at_k"].is_null());
    CHECK(row["pass_hat_k"].is_null());
    CHECK(row["speed"]["output_tok_per_s"].is_null());
    CHECK(row["speed"]["first_token_ms_p50"].is_null());
    CHECK(row["trials"]["outcomes"].is_object());
    CHECK(row["warnings"][0] == "points.mean: no run is complete");
}

TEST_CASE("board json B38: a number that is not finite is null, never NaN") {
    Board board = founding_board();
    EngineSummary& sum = board.rows[0].summary;
    sum.points_mean = std::numeric_limits<double>::quiet_NaN();
    sum.output_tok_per_s = std::numeric_limits<double>::infinity();
    sum.divergence[0].median_code_point = std::numeric_limits<double>::quiet_NaN();
    sum.points_ci95 = Interval{std::numeric_limits<double>::quiet_NaN(), 1};
    const std::string text = board_json(board);
    CHECK(text.find("NaN") == std::string::npos);
    CHECK(text.find("nan") == std::string::npos);
    CHECK(text.find("inf") == std::string::npos);
    const Json row = Json::parse(text)["engines"][0];
    CHECK(row["points"]["mean"].is_null());
    CHECK(row["points"]["ci95"].is_null());
    CHECK(row["speed"]["output_tok_per_s"].is_null());
    CHECK(row["divergence"]["reasoning"]["median_code_point"].is_null());
}

TEST_CASE("board json: imported answers have no condition of ours") {
    Board board = founding_board();
    board.rows[0].imported = true;
    CHECK(parsed(board)["engines"][0]["condition"].is_null());
}

TEST_CASE("board json: a median between two code points keeps its half") {
    Board board = founding_board();
    board.rows[0].summary.divergence[0].median_code_point = 7.5;
    CHECK(parsed(board)["engines"][0]["divergence"]["reasoning"]["median_code_point"] == 7.5);
}

TEST_CASE("board json: totals and gates where there are any") {
    Board board = founding_board();
    BoardTotal total;
    total.engine = "stock";
    total.experiment = "x";
    total.points = 181.5;
    total.majority_points = 183;
    total.attainable = 198;
    total.max_points = 200;
    total.unstable = 14;
    total.unstable_of = 60;
    board.totals = {total, BoardTotal{}};
    board.gates = {{"stock", "founding-main", "max_unstable", GateState::fails,
                    "unstable items 13 > max_unstable 0"}};
    const Json all = parsed(board);
    CHECK(all["totals"][0] == Json::parse(R"({"engine": "stock", "experiment": "x",
        "points": 181.5, "attainable": 198.0, "max_points": 200.0, "majority": {"points": 183.0},
        "unstable": {"items": 14, "of": 60}})"));
    CHECK(all["totals"][1]["points"].is_null());
    CHECK(all["totals"][1]["majority"]["points"].is_null());
    CHECK(all["gates"] == Json::parse(R"([{"engine": "stock", "suite": "founding-main",
        "gate": "max_unstable", "state": "fails",
        "line": "unstable items 13 > max_unstable 0"}])"));
}

TEST_CASE("board json B42: bytes that are no UTF-8 become U+FFFD") {
    Board board = founding_board();
    board.rows[0].engine = "a\xc3";
    board.rows[0].summary.warnings = {"bad \xff byte"};
    const Json row = parsed(board)["engines"][0];
    CHECK(row["engine"] == "a\ufffd");
    CHECK(row["warnings"][0] == "bad \ufffd byte");
}
