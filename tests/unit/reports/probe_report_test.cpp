#include "reports/probe_report.hpp"

#include <catch2/catch_all.hpp>
#include <nlohmann/json.hpp>

#include "base/text/terminal.hpp"
#include "reports/probe_words.hpp"
#include "tests/unit/scorers/probe/listed.hpp"

using namespace kilter;
using Json = nlohmann::json;
using Catch::Matchers::ContainsSubstring;

namespace {

ListedPosition list(const std::string& literal, const std::string& token = "a") {
    return listed_position({{token, literal}, {"z", "-9"}});
}

// One engine, built from the lists of its requests; a length is planned with as many.
struct EngineBuilder {
    ProbedEngine engine;
    std::vector<std::vector<ProbedAnswer>> answers;

    EngineBuilder() {
        engine.engine = "e";
        engine.model = "e";
        engine.dialect = "openai";
        engine.cache = "as_is";
        engine.top_logprobs = 20;
    }
    ProbeRow& add(const std::string& prompt, int tokens,
                  const std::vector<std::vector<ListedPosition>>& lists) {
        ProbeRow row;
        answers.push_back(listed_answers(lists));
        row.length = compare_length(prompt, tokens, answers.back());
        row.planned = static_cast<int>(lists.size());
        for (int k = 0; k < row.planned; ++k) {
            ProbeRequest request;
            request.k = k;
            request.outcome = Outcome::truncated_in_answer;
            request.variant = row.length.variants[static_cast<std::size_t>(k)];
            request.attempts = 1;
            row.requests.push_back(request);
        }
        engine.planned += row.planned;
        engine.stored += row.planned;
        engine.rows.push_back(std::move(row));
        return engine.rows.back();
    }
    ProbeReport report() {
        std::vector<ProbedLength> lengths;
        for (const ProbeRow& row : engine.rows) lengths.push_back(row.length);
        engine.verdict = probe_verdict(lengths, answers);
        return {"x1", 3, {engine}};
    }
};

EngineBuilder racing() {
    EngineBuilder out;
    out.add("P1", 1, {{list("-0.5")}, {list("-0.75")}, {list("-1")}});
    out.add("P1", 4,
            {{list("-2"), list("-1")}, {list("-3"), list("-1")}, {list("-4"), list("-1")}});
    return out;
}

std::string joined(const ProbeReport& report) {
    std::string out;
    for (const char c : probe_text(report, {80, false})) {
        if (c == '\n') out += ' ';
        if (c != '\n' && !(c == ' ' && !out.empty() && out.back() == ' ')) out += c;
    }
    return out;
}

}  // namespace

TEST_CASE("probe json: the keys of the contract") {
    const Json all = Json::parse(probe_json(racing().report()));
    CHECK(all["schema"] == "kilter.probe/1");
    CHECK(all["engine"] == "e");
    CHECK(all["verdict"]["prefill"] == "values_changed");
    CHECK(all["verdict"]["decode"] == "identical");
    CHECK(all["inconclusive"] == false);
    REQUIRE(all["prompts"].size() == 2);
    const Json& row = all["prompts"][0];
    CHECK(row["id"] == "P1");
    CHECK(row["tokens"] == 1);
    CHECK(row["n"] == 3);
    CHECK(row["distinct"] == 3);
    CHECK(row["class"] == "values_changed");
    CHECK(row["max_delta_nats"] == 0.5);
    CHECK(row["top1_flips"] == 0);
    CHECK(row["first_differs"] == false);
    CHECK(row["suite_result"].is_null());
    CHECK(row["positions"][0]["variants"] == Json::array({"A", "B", "C"}));
    const Json& engine = all["engines"][0];
    // Six of six: P(all differ) of m states is (m-1)...(m-5)/m^5; 8: 2520*3/... = .0769, 7: .0428.
    CHECK(engine["first_tokens"][0]["fewest_states95"] == 8);
    CHECK(engine["first_tokens"][0]["differing_upper95"].is_null());
    CHECK(engine["prefill"]["changed"] == Json::array({"P1"}));
    CHECK(engine["decode"]["first_token"].is_null());
    CHECK(engine["trials"]["missing"] == 0);
}

TEST_CASE("probe json: a difference in the last bit is not rounded to none") {
    EngineBuilder builder;
    builder.add("P1", 1, {{list("-0.1")}, {list("-0.10000000000000002")}});
    const Json all = Json::parse(probe_json(builder.report()));
    CHECK(all["prompts"][0]["max_delta_nats"].get<double>() > 0);
    CHECK_THAT(joined(builder.report()), ContainsSubstring("by up to 1.4e-17 nats"));
}

TEST_CASE("probe json: several engines, the graver verdict; one that cannot be probed") {
    ProbeReport report = racing().report();
    ProbedEngine silent;
    silent.engine = "silent";
    silent.cache = "as_is";
    silent.limit_reason = "asked for, and not in the answer";
    report.engines.push_back(silent);
    const Json all = Json::parse(probe_json(report));
    CHECK(all["engine"].is_null());
    CHECK(all["verdict"]["prefill"] == "values_changed");
    CHECK(all["inconclusive"] == true);
    CHECK(all["prompts"][1]["engine"] == "e");
    CHECK(all["engines"][1]["prefill"]["class"] == "unsupported");
    CHECK(all["engines"][1]["top_logprobs"].is_null());
    CHECK_THAT(joined(report), ContainsSubstring("cannot be probed"));
    CHECK_THAT(joined(report), ContainsSubstring("use the suite: kilter run"));
}

TEST_CASE("probe text: verdicts first, then a row for each token, within 80 columns") {
    const std::string text = probe_text(racing().report(), {80, false});
    const std::size_t prefill = text.find("prefill: values changed on 1 of 1 prompts (P1)");
    const std::size_t table = text.find("prompt  size  token");
    REQUIRE(prefill != std::string::npos);
    REQUIRE(table != std::string::npos);
    CHECK(prefill < table);
    CHECK_THAT(text, ContainsSubstring("P1            1 of 1  ABC"));
    CHECK_THAT(text, ContainsSubstring("P1            2 of 4  AAA"));
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        INFO(text.substr(at, end - at));
        CHECK(display_width(text.substr(at, end - at)) <= 80);
        at = end + 1;
    }
}

TEST_CASE("probe text: colour repeats what the letters say") {
    const ProbeReport report = racing().report();
    std::string coloured = probe_text(report, {80, true});
    CHECK_THAT(coloured, ContainsSubstring("\x1b[32mA\x1b[0m\x1b[33mB\x1b[0m"));
    // Without the attributes it is the plain text.
    std::string plain;
    for (std::size_t i = 0; i < coloured.size(); ++i) {
        if (coloured[i] == '\x1b')
            i = coloured.find('m', i);
        else
            plain += coloured[i];
    }
    CHECK(plain == probe_text(report, {80, false}));
}

TEST_CASE("probe text: identical comes with its bound") {
    EngineBuilder builder;
    std::vector<std::vector<ListedPosition>> ten(10, {list("-0.5")});
    builder.add("P1", 1, ten);
    // Wilson, 0 of 10: z^2 / (n + z^2) = 3.8415 / 13.8415 = 0.278.
    CHECK_THAT(
        joined(builder.report()),
        ContainsSubstring("identical to the bit on 1 of 1 prompts, in 10 requests each; up to "
                          "28% of the requests"));
    CHECK_THAT(joined(builder.report()),
               ContainsSubstring("decode: cannot be told: no answer has a second token."));
}

TEST_CASE("probe text: what stands beside the verdicts") {
    EngineBuilder builder;
    ProbeRow& first = builder.add("P1", 1, {{list("-0.5")}, {list("-0.6")}, {list("-0.60")}});
    first.suite = ProbeSuiteResult{"x0", "s", "P1", 3, 1};
    for (ProbeRequest& one : first.requests) one.cached_tokens = one.k == 0 ? 0 : 8;
    ProbeRow& second =
        builder.add("P2", 1, {{list("-9999", "b")}, {list("-9999", "b")}, {list("-9999", "b")}});
    second.suite = ProbeSuiteResult{"x0", "s", "P2", 3, 2};
    second.requests[1].attempts = 2;
    builder.engine.limit_reason = "it refuses 6: \x1b[31mtoo many";
    const std::string text = joined(builder.report());
    for (const char* wanted :
         {"1 item was stable in the suite (3 runs, one output each), and the probe sees it differ: "
          "P1.",
          "Unstable in the suite, and identical here: P2.",
          "The first request stands alone against all others, which are alike: P1.",
          "2 of 6 requests took cached tokens",
          "Numbers are written in different ways with the same bits: P1.",
          "3 of the listed numbers are floors", "1 request was sent again after a transport error",
          "Asked for 20 alternatives per token: it refuses 6: \\x1b[31mtoo many."})
        CHECK_THAT(text, ContainsSubstring(wanted));
    CHECK_THAT(text, !ContainsSubstring("\x1b"));
    CHECK_THAT(text, !ContainsSubstring("deterministic"));
}

TEST_CASE("probe text: many requests and many prompts keep to a line each") {
    EngineBuilder builder;
    std::vector<std::vector<ListedPosition>> many(40, {list("-0.5")});
    many[3] = {list("-0.75")};
    for (int i = 0; i < 9; ++i) builder.add("item-" + std::to_string(i), 1, many);
    const std::string text = probe_text(builder.report(), {80, false});
    CHECK_THAT(text, ContainsSubstring("item-0        1      A39 B1"));
}
