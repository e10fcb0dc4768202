#include "reports/show_report.hpp"

#include <catch2/catch_all.hpp>
#include <nlohmann/json.hpp>

#include "base/text/terminal.hpp"

using namespace kilter;
using Json = nlohmann::json;
using Catch::Matchers::ContainsSubstring;

namespace {

FieldResult field(const std::string& name, std::optional<std::string> value, json::Value gold,
                  FieldClass field_class, double score) {
    FieldResult one;
    one.field = name;
    one.raw = value;
    one.canonical = std::move(value);
    one.gold = std::move(gold);
    one.field_class = field_class;
    one.score = score;
    return one;
}

ShownRun answered(int k, const std::string& letter, const std::string& date, double points) {
    ShownRun run;
    run.k = k;
    run.outcome = Outcome::answered;
    run.finish_reason = "stop";
    run.variant_full = run.variant_content = run.variant_value = letter;
    run.content_sha256 = "c0" + letter;
    run.reasoning_sha256 = "f0" + letter;
    run.parse_status = "clean";
    run.points = points;
    run.fields = {field("deadline", date, json::make_string("2026-11-10"),
                        points == 2 ? FieldClass::tp : FieldClass::fd, points == 2 ? 1 : 0)};
    run.reasoning = "reasoning of " + letter;
    run.prompt_tokens = 7020;
    run.completion_tokens = 512;
    run.content = "{\"deadline\": \"" + date + "\"}";
    return run;
}

// Two runs agree on the wrong value, one is right; they part at the first thinking token.
ShownItem split_item() {
    ShownEngine engine;
    engine.engine = "stock";
    engine.experiment = "x1";
    engine.planned = 3;
    engine.runs = {answered(0, "A", "2026-11-05", 1), answered(1, "A", "2026-11-05", 1),
                   answered(2, "B", "2026-11-10", 2)};
    engine.analysis.planned = engine.analysis.stored = engine.analysis.valid = 3;
    engine.analysis.divergence = {Channel::reasoning, DivergenceKind::mismatch, 0, 0};
    engine.analysis.by_level[0].sizes = {2, 1};
    engine.analysis.attainable = 2;
    engine.variants = "A A B";
    RunParting parting;
    parting.k = 2;
    parting.at = {Channel::reasoning, DivergenceKind::mismatch, 13, 13};
    parting.relative = RelativePosition();
    parting.relative->share = 0.5;
    engine.runs[2].parting = parting;
    engine.analysis.vote.decided = true;
    engine.analysis.vote.votes = 2;
    engine.decision = "A";
    return {"T3-05", "founding-main", 2, 2, {engine}};
}

// One answer, one run that failed, one that looped.
ShownItem troubled_item() {
    ShownItem item = split_item();
    ShownEngine& engine = item.engines[0];
    engine.runs[1] = ShownRun{};
    engine.runs[1].k = 1;
    engine.runs[1].outcome = Outcome::transport_error;
    engine.runs[1].error = "the connection was reset\x1b[31m";
    ShownRun& looped = engine.runs[2];
    looped.outcome = Outcome::truncated_in_reasoning;
    looped.finish_reason = "length";
    looped.content.clear();
    looped.content_sha256.clear();
    looped.parse_status = "empty";
    looped.points = 0;
    looped.fields = {field("deadline", std::nullopt, json::make_null(), FieldClass::fn, 0),
                     field("amount", std::nullopt, json::make_number("6300000"), FieldClass::fn, 0),
                     field("signed", std::nullopt, json::make_boolean(true), FieldClass::fn, 0)};
    LoopFinding loop;
    loop.channel = "reasoning";
    loop.view = "exact";
    loop.verdict = "loop";
    loop.start = 53000;
    loop.period = 180;
    loop.repeats = 22.0;
    loop.length = 3960;
    loop.share = 0.06952;
    loop.tokens_wasted = 1063.5;
    loop.sample = "Wait. ";
    looped.loops = {loop};
    engine.analysis.valid = 2;
    engine.analysis.vote = {};
    engine.decision.clear();
    return item;
}

}  // namespace

TEST_CASE("show json: every key of a run") {
    const Json item = Json::parse(show_json({split_item()}));
    CHECK(item["schema"] == "kilter.show/1");
    CHECK(item["item"] == "T3-05");
    CHECK(item["suite"] == "founding-main");
    CHECK(item["max_points"] == 2.0);
    CHECK(item["attainable"] == 2.0);
    REQUIRE(item["engines"].size() == 1);
    const Json& engine = item["engines"][0];
    CHECK(engine["engine"] == "stock");
    REQUIRE(engine["runs"].size() == 3);
    CHECK(engine["runs"][0] == Json::parse(R"({"k": 0, "outcome": "answered",
        "finish_reason": "stop", "variant": {"full": "A", "content": "A", "value": "A"},
        "content_sha256": "c0A", "reasoning_sha256": "f0A", "parse_status": "clean", "points": 1.0,
        "fields": [{"field": "deadline", "raw": "2026-11-05", "canonical": "2026-11-05",
                    "gold": "2026-11-10", "class": "FD", "score": 0.0}],
        "loops": [], "tool_calls": [], "prompt_tokens": 7020, "completion_tokens": 512,
        "cached_tokens": null, "parting": null, "flags": []})"));
    CHECK(engine["runs"][2]["parting"] == Json::parse(R"({"channel": "reasoning",
        "kind": "mismatch", "code_point": 13, "byte": 13,
        "relative": {"share": 0.5, "reference_ends": false}})"));
    CHECK(engine["divergence"] == Json::parse(R"({"channel": "reasoning", "kind": "mismatch",
        "code_point": 0, "byte": 0, "token_index": null, "at_start": true})"));
    CHECK(engine["majority"] ==
          Json::parse(R"({"decision": "A", "votes": 2, "of": 3, "right": false})"));
}

TEST_CASE("show json: what is not there is null; gold keeps its kind") {
    const Json engine = Json::parse(show_json({troubled_item()}))["engines"][0];
    const Json& failed = engine["runs"][1];
    CHECK(failed["outcome"] == "transport_error");
    CHECK(failed["finish_reason"].is_null());
    CHECK(failed["variant"]["full"].is_null());
    CHECK(failed["content_sha256"].is_null());
    CHECK(failed["reasoning_sha256"].is_null());
    CHECK(failed["parse_status"].is_null());
    CHECK(failed["points"].is_null());
    CHECK(failed["fields"] == Json::array());
    CHECK(failed["error"] == "the connection was reset\x1b[31m");
    const Json& looped = engine["runs"][2];
    CHECK(looped["fields"][0]["raw"].is_null());
    CHECK(looped["fields"][0]["canonical"].is_null());
    CHECK(looped["fields"][0]["gold"].is_null());
    CHECK(looped["fields"][1]["gold"] == 6300000);
    CHECK(looped["fields"][2]["gold"] == true);
    CHECK(looped["loops"] == Json::parse(R"([{"channel": "reasoning", "view": "exact",
        "verdict": "loop", "start": 53000, "period": 180, "repeats": 22.0, "length": 3960,
        "share": 0.0695, "tokens_wasted": 1063.5, "sample": "Wait. ", "counter": false,
        "novelty": null}])"));
    CHECK(engine["majority"]["decision"].is_null());
    CHECK(engine["majority"]["right"].is_null());
}

TEST_CASE("show json: equal runs part nowhere") {
    ShownItem item = split_item();
    item.engines[0].analysis.divergence = {};
    const Json at = Json::parse(show_json({item}))["engines"][0]["divergence"];
    CHECK(at == Json::parse(R"({"channel": null, "kind": "equal", "code_point": null,
        "byte": null, "token_index": null, "at_start": false})"));
}

TEST_CASE("show json: several items are a list") {
    const Json all = Json::parse(show_json({split_item(), troubled_item()}));
    CHECK(all["schema"] == "kilter.show-list/1");
    REQUIRE(all["items"].size() == 2);
    CHECK(all["items"][1]["schema"] == "kilter.show/1");
}

TEST_CASE("show json B42: bytes that are no UTF-8 do not stop the report") {
    ShownItem item = split_item();
    item.engines[0].runs[0].fields[0].raw = "a\xc3";
    const Json engine = Json::parse(show_json({item}))["engines"][0];
    CHECK(engine["runs"][0]["fields"][0]["raw"] == "a\ufffd");
}

TEST_CASE("show text: grouped by variant, with the point of parting and the vote") {
    const std::string text = show_text({split_item()}, {100, false});
    CHECK_THAT(text, ContainsSubstring("founding-main/T3-05: 2 points"));
    CHECK_THAT(text,
               ContainsSubstring("parts in the reasoning at code point 0 (byte 0): mismatch"));
    CHECK_THAT(text, ContainsSubstring("majority: value A with 2 of 3 votes, wrong"));
    CHECK_THAT(text, ContainsSubstring("A A B: 3 valid runs, 2 outputs\n"));
    CHECK_THAT(text, ContainsSubstring("  A  runs 0, 1: answered, finish stop, clean, 1 point, "
                                       "7020 prompt tokens, 512 written\n"));
    CHECK_THAT(text, ContainsSubstring("  B  run 2: answered, finish stop, clean, 2 points"));
    CHECK_THAT(text, ContainsSubstring("    A 0, 1    reasoning of A\n"
                                       "    B 2       reasoning of B\n"));
    CHECK_THAT(text,
               ContainsSubstring("  * deadline  0, 1  2026-11-05  2026-11-10  FD      0.00\n"
                                 "              2     2026-11-10              TP      1.00\n"));
}

TEST_CASE("show text: what a judge said of a field stands under the values") {
    ShownItem item = split_item();
    for (ShownRun& run : item.engines[0].runs) {
        run.fields.push_back(field("summary", "two words", json::make_null(), FieldClass::tp, 1));
        run.fields.back().reason = run.k == 2 ? "" : "names the\x1b[31m order";
    }
    CHECK_THAT(show_text({item}, TextStyle()),
               ContainsSubstring("    judge on summary, runs 0-2: names the\\x1b[31m order\n"));
}

TEST_CASE("show text: failures, loops and no majority have their lines") {
    const std::string text = show_text({troubled_item()}, {100, false});
    CHECK_THAT(text, ContainsSubstring("  -  run 1: transport_error"));
    CHECK_THAT(text, ContainsSubstring("the connection was reset\\x1b[31m"));
    CHECK_THAT(text, ContainsSubstring("no majority of 3"));
    CHECK_THAT(text, ContainsSubstring("loop in the reasoning: 180 code points repeated 22.0 times "
                                       "from 53000, about 1064 tokens\n"
                                       "      again  Wait. \n"));
    CHECK(text.find('\x1b') == std::string::npos);
}

TEST_CASE("show text: a window into a long text says where it begins") {
    ShownItem item = split_item();
    item.engines[0].window_start = 52976;
    item.engines[0].analysis.divergence.code_point = 52986;  // ten into the window
    const std::string text = show_text({item}, {100, false});
    CHECK_THAT(text, ContainsSubstring("    before    ...[52976 code points]... reasoning \n"
                                       "    A 0, 1    of A\n"
                                       "    B 2       of B\n"));
    CHECK_THAT(text, !ContainsSubstring("code points]... {\"deadline"));  // not the content
}

TEST_CASE("show text: hostile model text is shown on its line, cut to the terminal") {
    ShownItem item = split_item();
    ShownRun& run = item.engines[0].runs[0];
    run.reasoning = "a\x1b[2Jb\nc\u202e" + std::string(500, 'x');
    run.fields[0].raw = "v\r\nw\x1b[0m";
    run.finish_reason = "st\x1bop";
    const std::string text = show_text({item}, {80, false});
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find('\r') == std::string::npos);
    CHECK(text.find("\u202e") == std::string::npos);
    CHECK_THAT(text, ContainsSubstring("a\\x1b[2Jb\\nc\\u202e"));
    CHECK_THAT(text, ContainsSubstring("v\\r\\nw\\x1b[0m"));
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        CHECK(display_width(text.substr(at, end - at)) <= 80);
        at = end + 1;
    }
}

TEST_CASE("show text: one valid run cannot be compared") {
    ShownItem item = troubled_item();
    item.engines[0].analysis.valid = 1;
    CHECK_THAT(show_text({item}, {80, false}),
               ContainsSubstring("1 valid run of 3: nothing to compare"));
}

TEST_CASE("show text: equal runs are one group") {
    ShownItem item = split_item();
    item.engines[0].runs[2] = answered(2, "A", "2026-11-05", 1);
    item.engines[0].analysis.divergence = {};
    item.engines[0].analysis.by_level[0].sizes = {3};
    item.engines[0].variants = "A A A";
    const std::string text = show_text({item}, {80, false});
    CHECK_THAT(text, ContainsSubstring("A A A: 3 valid runs, one output\n"));
    CHECK_THAT(text, ContainsSubstring("  A  runs 0-2: answered"));
}

TEST_CASE("show: stable and failed is named, with its loop") {
    ShownItem item = split_item();
    ShownEngine& engine = item.engines[0];
    engine.runs[2] = answered(2, "A", "2026-11-05", 1);
    engine.analysis.divergence = {};
    engine.analysis.by_level[0].sizes = {3};
    for (ShownRun& run : engine.runs) run.points = 0;
    CHECK_THAT(show_text({item}, {100, false}),
               ContainsSubstring("stable and failed: every run gave this output and no points\n"));
    CHECK(Json::parse(show_json({item}))["engines"][0]["stable_failed"] == true);
    engine.analysis.looped_runs = 3;
    CHECK_THAT(show_text({item}, {100, false}), ContainsSubstring(", and ended in a loop\n"));
    engine.runs[0].points = 0.5;
    CHECK_FALSE(is_stable_failed(engine));
    engine.runs[0].points = 0;
    engine.planned = engine.analysis.valid = 1;  // one run shows nothing of stability
    CHECK_FALSE(is_stable_failed(engine));
    engine.planned = 4;  // one is missing
    engine.analysis.valid = 3;
    CHECK_FALSE(is_stable_failed(engine));
    engine.planned = 3;
    engine.analysis.attainable = 0;  // nothing to earn
    CHECK_FALSE(is_stable_failed(engine));
}

TEST_CASE("show: measures, the token, the pattern and the votes by field") {
    ShownItem item = split_item();
    ShownEngine& engine = item.engines[0];
    engine.token_index = 131;
    engine.token_source = "logprobs";
    engine.analysis.pattern = RunPattern::first_differs;
    engine.analysis.measures = ClusterMeasures();
    engine.analysis.measures->states_at_least = 19;
    engine.analysis.divergence.code_point = 13;
    engine.analysis.partings.relative = RelativePosition();
    engine.analysis.partings.relative->share = 0.92857;
    FieldVote vote;
    vote.field = "dead\x1bline";
    vote.values = 2;
    vote.value = "2026-11-05";
    vote.votes = 2;
    vote.decided = true;
    FieldVote open = vote;
    open.decided = false;
    open.value = std::nullopt;
    open.votes = 1;
    FieldVote agreed = vote;
    agreed.field = "agreed";
    agreed.values = 1;
    engine.analysis.field_votes.fields = {vote, open, agreed};
    engine.analysis.field_votes.composite_unseen = true;
    const std::string text = show_text({item}, {100, false});
    CHECK_THAT(text,
               ContainsSubstring("A A B: 3 valid runs, 2 outputs, the most frequent 2 of 3, at "
                                 "least 19 equally likely ones (95%);\n    the first run "
                                 "stands alone\n"));
    CHECK_THAT(text, ContainsSubstring("parts in the reasoning at code point 13 (byte 0, token 131 "
                                       "by logprobs): mismatch, 93% into the\n    text\n"));
    CHECK_THAT(text,
               ContainsSubstring("vote on dead\\x1bline: 2026-11-05 with 2 of 3, score 0.00"));
    CHECK_THAT(text,
               ContainsSubstring("vote on dead\\x1bline: undecided, (absent) leads with 1 of 3"));
    CHECK_THAT(text, !ContainsSubstring("vote on agreed"));
    CHECK_THAT(text, ContainsSubstring("the record is one that no run gave"));
    const Json all = Json::parse(show_json({item}))["engines"][0];
    CHECK(all["divergence"]["token_index"] == 131);
    CHECK(all["parting"] == Json::parse(R"({"reference_k": 0, "modal_tie": false,
        "relative": {"share": 0.9286, "reference_ends": false}, "token_source": "logprobs"})"));
    CHECK(all["variants"] == "A A B");
    CHECK(all["pattern"] == "first_differs");
    CHECK(all["measures"]["states_at_least"] == 19);
    CHECK(all["field_votes"]["composite_unseen"] == true);
    CHECK(all["field_votes"]["fields"][1] == Json::parse(R"({"field": "dead\u001bline",
        "values": 2, "value": null, "unparsed": false, "votes": 1, "decided": false,
        "plurality": false, "score": 0.0, "score_mean": 0.0})"));
}

TEST_CASE("show json: fewer than two valid runs are compared to nothing") {
    ShownItem item = troubled_item();
    item.engines[0].analysis.valid = 1;
    item.engines[0].analysis.divergence = {};
    const Json engine = Json::parse(show_json({item}))["engines"][0];
    CHECK(engine["pattern"].is_null());
    CHECK(engine["measures"].is_null());
    CHECK(engine["divergence"] == Json::parse(R"({"channel": null, "kind": null,
        "code_point": null, "byte": null, "token_index": null, "at_start": null})"));
    CHECK(engine["parting"] == Json::parse(R"({"reference_k": null, "modal_tie": null,
        "relative": null, "token_source": null})"));
    CHECK(engine["warnings"][0] ==
          "pattern, measures, divergence, parting: fewer than two valid runs; nothing was "
          "compared");
    CHECK(Json::parse(show_json({split_item()}))["engines"][0]["warnings"].empty());
}

TEST_CASE("show: tool calls with their arguments, escaped") {
    ShownItem item = split_item();
    ShownRun& run = item.engines[0].runs[2];
    run.calls = {{"find\x1b", "{\"q\": 1}"}};
    CHECK_THAT(show_text({item}, {100, false}),
               ContainsSubstring("    calls      find\\x1b {\"q\": 1}\n"));
    CHECK(Json::parse(show_json({item}))["engines"][0]["runs"][2]["tool_calls"] ==
          Json::parse(R"([{"name": "find\u001b", "arguments": "{\"q\": 1}"}])"));
    run.calls.assign(7, {"f", "{}"});
    CHECK_THAT(show_text({item}, {100, false}), ContainsSubstring("    and 2 calls more\n"));
}

TEST_CASE("show text: one code point is one") {
    ShownItem item = troubled_item();
    item.engines[0].runs[2].loops[0].period = 1;
    CHECK_THAT(show_text({item}, {100, false}), ContainsSubstring(": 1 code point repeated"));
}

TEST_CASE("show: below 3 runs there is no vote, and it says so") {
    ShownItem item = split_item();
    ShownEngine& engine = item.engines[0];
    engine.runs.erase(engine.runs.begin());
    engine.planned = engine.analysis.planned = engine.analysis.stored = engine.analysis.valid = 2;
    engine.analysis.by_level[0].sizes = {1, 1};
    engine.analysis.vote = {};
    engine.decision.clear();
    FieldVote vote;
    vote.field = "deadline";
    vote.values = 2;
    vote.value = "2026-11-05";
    vote.votes = 1;
    vote.score_mean = 0.5;
    engine.analysis.field_votes.fields = {vote};
    const std::string text = show_text({item}, {100, false});
    CHECK_THAT(text, ContainsSubstring("  no vote below 3 runs\n"));
    CHECK_THAT(text, !ContainsSubstring("majority"));
    CHECK_THAT(text, !ContainsSubstring("vote on"));
    const Json all = Json::parse(show_json({item}))["engines"][0];
    CHECK(all["majority"] ==
          Json::parse(R"({"decision": null, "votes": null, "of": 2, "right": null})"));
    CHECK(all["plurality"] == Json::parse(R"({"decided": null, "votes": null})"));
    CHECK(all["field_votes"] == Json::parse(R"({"undecided": null, "composite_unseen": null,
        "fields": [{"field": "deadline", "values": 2, "value": null, "unparsed": null,
                    "votes": null, "decided": null, "plurality": null, "score": null,
                    "score_mean": 0.5}]})"));
    CHECK(all["warnings"] ==
          Json::parse(R"(["majority, plurality, field_votes: fewer than 3 runs can only tie or )"
                      R"(agree; a vote needs at least 3"])"));
}
