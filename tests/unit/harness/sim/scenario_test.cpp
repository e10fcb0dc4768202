#include "harness/sim/scenario.hpp"

#include <catch2/catch_all.hpp>
#include <fstream>

#include "base/text/utf8.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/harness/sim/raw_client.hpp"

using namespace kilter;
using kilter::test::source_root;

namespace {

const std::string k_suite = R"(suite: tiny
version: "1"
defaults:
  locale: en
  question: What is the code?
  answer: {type: json, schema: {type: object}}
  fields: {code: id}
items:
  - {id: a, documents: [{name: n, text: "Code A1"}], gold: {code: "A1"}}
  - {id: b, documents: [{name: n, text: "Code B2"}], gold: {code: "B2"}}
)";

class ScenarioFile {
  public:
    explicit ScenarioFile(const std::string& text) {
        write("suite.yaml", k_suite);
        write("s.yaml", text);
    }
    std::shared_ptr<const Scenario> read() {
        return read_scenario(folder_.path() / "s.yaml", folder_.path(), diagnostics_);
    }
    // As the user sees them, without the folder.
    std::string errors() {
        CHECK(read() == nullptr);
        std::string out = to_text(diagnostics_);
        const std::string prefix = folder_.path().string() + "/";
        for (auto at = out.find(prefix); at != std::string::npos; at = out.find(prefix)) {
            out.erase(at, prefix.size());
        }
        return out;
    }

  private:
    void write(const std::string& name, const std::string& text) {
        std::ofstream{folder_.path() / name, std::ios::binary} << text;
    }
    test::TempFolder folder_;
    Diagnostics diagnostics_;
};

}  // namespace

TEST_CASE("mistakes in a scenario are told with their place") {
    struct Case {
        const char* name;
        const char* text;
        const char* expected;
    };
    const Case cases[] = {
        {"unknown key", "scenario: x\nengins: {}\nengines: {\"*\": {other: {content: a}}}\n",
         "s.yaml:2:1: error: "},
        {"no engines", "scenario: x\n", "engines"},
        {"runs and letters disagree",
         "scenario: x\nruns: 3\nengines:\n  m:\n    other: {runs: AB, A: {content: a}}\n",
         "s.yaml:5:19: error: engine 'm', other: runs must be 3 letters"},
        {"a letter without an answer",
         "scenario: x\nruns: 2\nengines:\n  m:\n    other: {runs: AB, A: {content: a}}\n", "'B'"},
        {"unknown item",
         "scenario: x\nsuites: [./suite.yaml]\nengines:\n  m:\n    default: {content: {gold: "
         "true}}\n"
         "    items: {c: {content: x}}\n",
         "s.yaml:6:13: error: no suite of the scenario has an item 'c'"},
        {"unknown gold member",
         "scenario: x\nsuites: [./suite.yaml]\nengines:\n  m:\n    default:\n"
         "      content: {gold: {set: {kode: x}}}\n",
         "gold has no member 'kode'"},
        {"gold without an item",
         "scenario: x\nengines:\n  m:\n    other: {content: {gold: true}}\n",
         "s.yaml:4:12: error: engine 'm', other: gold and template can only be used"},
        {"unknown fault", "scenario: x\nengines:\n  m:\n    other: {fault: cut_steam}\n",
         "s.yaml:4:20: error: engine 'm', other: unknown fault 'cut_steam'"},
        {"status missing", "scenario: x\nengines:\n  m:\n    other: {fault: {kind: status}}\n",
         "needs a status from 400 to 599"},
        {"no content", "scenario: x\nengines:\n  m:\n    other: {reasoning: a}\n",
         "s.yaml:4:12: error: engine 'm', other: content is missing"},
        {"unknown text form", "scenario: x\nengines:\n  m:\n    other: {content: {prosa: {}}}\n",
         "s.yaml:4:23: error: engine 'm', other: unknown text form 'prosa'"},
        {"prose without a length",
         "scenario: x\nengines:\n  m:\n    other: {content: {prose: {seed: 1}}}\n",
         "prose takes `length`, or `to`"},
        {"unknown named text", "scenario: x\nengines:\n  m:\n    other: {content: {use: b}}\n",
         "`use` names 'b'"},
        {"suite missing",
         "scenario: x\nsuites: [./none.yaml]\nengines:\n  m: {other: {content: a}}\n", "none.yaml"},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        ScenarioFile file{one.text};
        CHECK_THAT(file.errors(), Catch::Matchers::ContainsSubstring(one.expected));
    }
}

TEST_CASE("all mistakes are told at once") {
    ScenarioFile file{
        "scenario: x\nengines:\n  m:\n    chunk: 0\n    other: {fault: no}\n    colour: red\n"};
    const std::string errors = file.errors();
    CHECK_THAT(errors, Catch::Matchers::ContainsSubstring("s.yaml:4:"));
    CHECK_THAT(errors, Catch::Matchers::ContainsSubstring("s.yaml:5:"));
    CHECK_THAT(errors, Catch::Matchers::ContainsSubstring("s.yaml:6:"));
}

TEST_CASE("an item's answer takes from the default what it leaves out") {
    ScenarioFile file{
        "scenario: x\nsuites: [./suite.yaml]\nruns: 3\nprompt_tokens: {b: 77}\n"
        "engines:\n  m:\n    default: {reasoning: think, content: {gold: true}, cached_tokens: 5}\n"
        "    items:\n      b: {runs: ABA, A: {}, B: {reasoning: null, content: null, finish: "
        "length}}\n"};
    const auto scenario = file.read();
    REQUIRE(scenario != nullptr);
    const EngineScript* engine = scenario->engine("m");
    REQUIRE(engine != nullptr);
    REQUIRE(engine->replies.size() == 2);
    REQUIRE(engine->replies[1].size() == 3);
    const Reply& first = engine->replies[1][0];
    CHECK(first.reasoning == "think");
    CHECK(first.content == R"({"code":"B2"})");
    CHECK(first.prompt_tokens == 77);
    CHECK(first.cached_tokens == 5);
    CHECK(first.finish_reason == "stop");
    const Reply& second = engine->replies[1][1];
    CHECK_FALSE(second.reasoning);
    CHECK_FALSE(second.content);
    CHECK(second.finish_reason == "length");
    CHECK_FALSE(engine->replies[0][0].prompt_tokens);
    CHECK(scenario->engine("other") == nullptr);
}

TEST_CASE("every bundled scenario loads") {
    const auto names = scenario_names(source_root());
    CHECK(names == std::vector<std::string>{"batch_dependent", "cold_warm", "decode_drift",
                                            "drifting", "faults", "floors", "length_threshold",
                                            "looping", "no_logprobs", "number_text", "order_only",
                                            "qsa-topk", "racing", "racy_prefill", "set_changed",
                                            "speculative", "starter", "steady"});
    for (const std::string& name : names) {
        INFO(name);
        const auto scenario = load_scenario(name, source_root());
        INFO((scenario.has_error() ? scenario.error().message : ""));
        REQUIRE(scenario.has_value());
        CHECK((*scenario)->name == name);
    }
}

TEST_CASE("an unknown scenario is answered with the names that exist") {
    const auto scenario = load_scenario("stedy", source_root());
    REQUIRE(scenario.has_error());
    CHECK_THAT(scenario.error().message,
               Catch::Matchers::ContainsSubstring("did you mean 'steady'"));
    CHECK_THAT(scenario.error().message, Catch::Matchers::ContainsSubstring("qsa-topk"));
}

TEST_CASE("the texts of the small scenarios part and loop where they say") {
    const auto drifting = load_scenario("drifting", source_root()).value();
    const auto& drift = drifting->engine("any")->other;
    const std::string& a = *drift[0].reasoning;
    const std::string& b = *drift[1].reasoning;
    const auto parted = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
    CHECK(utf8::count(std::string{a.begin(), parted}) == 1200);
    CHECK(drift[0].reasoning == drift[2].reasoning);

    const auto racing = load_scenario("racing", source_root()).value();
    const auto& race = racing->engine("any")->other;
    CHECK(race[0].reasoning->front() != race[2].reasoning->front());
    CHECK(race[0].reasoning == race[1].reasoning);

    const auto looping = load_scenario("looping", source_root()).value();
    const std::string& loop = *looping->engine("any")->other[0].reasoning;
    CHECK(utf8::count(loop) == 2000 + 40 * 60);
    CHECK(loop.substr(loop.size() - 60) == loop.substr(loop.size() - 40 * 60, 60));
}
