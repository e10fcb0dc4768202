#include "reports/repro_report.hpp"

#include <catch2/catch_all.hpp>
#include <nlohmann/json.hpp>

#include "reports/repro_sections.hpp"

using namespace kilter;
using Json = nlohmann::json;
using Catch::Matchers::ContainsSubstring;

namespace {

ReproRun run(int k, const std::string& letter, const std::string& reasoning) {
    ReproRun one;
    one.shown.k = k;
    one.shown.outcome = Outcome::answered;
    one.shown.finish_reason = "stop";
    one.shown.variant_full = one.shown.variant_content = one.shown.variant_value = letter;
    one.shown.reasoning = reasoning;
    one.shown.reasoning_sha256 = std::string(64, 'a');
    one.body_sha256 = std::string(64, 'b');
    one.body_file = "runs/run-00" + std::to_string(k) + ".body";
    one.request_sha256 = one.wire_sha256 = std::string(64, 'c');
    return one;
}

// `letters`: the variant of each run, by k.
ReproModel model(const std::string& letters, const std::vector<int>& sizes) {
    ReproModel repro;
    repro.kilter_version = "kilter 0";
    repro.experiment = "x1";
    repro.suite = "small";
    repro.item = "a";
    repro.engine = "stock";
    repro.url = "http://host:8000/v1/chat/completions";
    repro.api_key_env = "STOCK_KEY";
    repro.sampling = json::make_object();
    repro.notes = json::make_object();
    repro.request_sha256 = std::string(64, 'c');
    repro.request_bytes = 12;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const std::string text = letters[i] == 'A' ? "We need" : "A felhasználó";
        repro.runs.push_back(run(static_cast<int>(i), std::string(1, letters[i]), text));
        repro.shown.runs.push_back(repro.runs.back().shown);
    }
    ItemAnalysis& item = repro.shown.analysis;
    item.planned = item.stored = item.valid = static_cast<int>(letters.size());
    for (Clusters& clusters : item.by_level) clusters.sizes = sizes;
    repro.shown.planned = item.planned;
    if (sizes.size() > 1) {
        item.divergence = {Channel::reasoning, DivergenceKind::mismatch, 0, 0};
        repro.fewest = 3;
    }
    return repro;
}

}  // namespace

TEST_CASE("repro: the issue of an item that differs says what was seen, by how many requests") {
    const std::string issue = repro_issue(model("AAB", {2, 1}));
    CHECK_THAT(issue, ContainsSubstring("# `stock`: 2 different outputs in 3 runs of one request"));
    CHECK_THAT(issue, ContainsSubstring("The first 3 valid runs, in stored order, already differ"));
    CHECK_THAT(issue, ContainsSubstring("| A | 2 | runs 0, 1 | aaaaaaaaaaaa | none |"));
    CHECK_THAT(issue,
               ContainsSubstring("In the reasoning, at code point 0 (byte 0), counted from 0: "
                                 "mismatch. That is within the first 8 code points."));
    CHECK_THAT(issue, ContainsSubstring("B (run 2) goes on:\n\n```text\nA felhasználó\n```"));
    // Wilson, 1 of 3: 0.0615 to 0.7923.
    CHECK_THAT(issue, ContainsSubstring("1 of 3 runs gave another output than the most frequent "
                                        "one (95 % interval of that share: 6.1% to 79%"));
    CHECK_THAT(issue, ContainsSubstring("## What was not tested"));
    CHECK_THAT(issue, ContainsSubstring("sha256sum -c SHA256SUMS"));
    CHECK_THAT(issue, !ContainsSubstring("eterministic"));
}

TEST_CASE("repro: a stable item's issue claims no difference, and says what its runs cannot see") {
    const std::string issue = repro_issue(model("AAA", {3}));
    CHECK_THAT(issue, ContainsSubstring("the same output in 3 of 3 runs of one request"));
    CHECK_THAT(issue, ContainsSubstring("**This bundle shows no difference between runs.**"));
    CHECK_THAT(issue, !ContainsSubstring("Where they part"));
    CHECK_THAT(issue, !ContainsSubstring("already differ"));
    CHECK_THAT(issue, ContainsSubstring("3 runs would not show a second output reliably"));
}

TEST_CASE("repro: with fewer than two valid runs nothing is compared") {
    ReproModel repro = model("A", {1});
    const std::string issue = repro_issue(repro);
    CHECK_THAT(issue, ContainsSubstring("1 valid run of 1, nothing to compare"));
    CHECK(Json::parse(repro_json(repro, ""))["unstable"].is_null());
}

TEST_CASE("repro: text of a model can neither close its fence nor reach a terminal") {
    CHECK(fenced_text("x") == "```text\nx\n```\n");
    CHECK(fenced_text("a ```` b") == "`````text\na ```` b\n`````\n");
    CHECK(fenced_text("a\n# Title\x1b[31m") == "```text\na\\n# Title\\x1b[31m\n```\n");
    ReproModel repro = model("AB", {1, 1});
    repro.shown.runs[1].reasoning = "```\n<img src=x> @all";
    const std::string issue = repro_issue(repro);
    CHECK_THAT(issue, ContainsSubstring("````text\n```\\n<img src=x> @all\n````"));
}

TEST_CASE("repro: the script quotes what it is given and names the variable of the key only") {
    CHECK(shell_quote("plain") == "'plain'");
    CHECK(shell_quote("a'b $(x) `y`") == "'a'\\''b $(x) `y`'");
    ReproModel repro = model("AB", {1, 1});
    repro.url = "http://h/v1'; touch pwned; '/chat/completions";
    std::string script = repro_script(repro);
    CHECK_THAT(script, ContainsSubstring(
                           "address='http://h/v1'\\''; touch pwned; '\\''/chat/completions'\n"));
    CHECK_THAT(script, ContainsSubstring("key=${STOCK_KEY:-}\n"));
    repro.api_key_env = "A; rm -rf x";
    CHECK_THAT(repro_script(repro), ContainsSubstring("key=\n"));
    repro.url.clear();
    CHECK(repro_script(repro).empty());
    CHECK_THAT(repro_issue(repro), ContainsSubstring("There is no request to send again"));
}

TEST_CASE("repro: salted requests and requests that differ are said") {
    ReproModel repro = model("AB", {1, 1});
    repro.salted = true;
    repro.other_requests = {std::string(64, 'd')};
    const std::string issue = repro_issue(repro);
    CHECK_THAT(issue, ContainsSubstring("a cache salt of its own in place of the zeros"));
    CHECK_THAT(issue, ContainsSubstring("**not all runs sent these bytes**: 1 request"));
}

TEST_CASE("repro: the JSON names every file and the fewest requests") {
    const Json json = Json::parse(repro_json(model("AAB", {2, 1}), "out"));
    CHECK(json["schema"] == "kilter.repro/1");
    CHECK(json["folder"] == "out");
    CHECK(json["unstable"] == true);
    CHECK(json["distinct"] == 2);
    CHECK(json["fewest_requests"] == 3);
    CHECK(json["probe"].is_null());
    CHECK(json["files"][0]["content_sha256"].is_null());
    CHECK(json["files"].size() == 3);
    CHECK(json["files"][2]["variant"] == "B");
    CHECK(json["files"][0]["body_file"] == "runs/run-000.body");
    CHECK(json["smallest_share_shown"].is_null());  // K = 3 shows no share with 95 %
}
