#include "harness/sim/chosen_reply.hpp"

#include <catch2/catch_all.hpp>

#include "base/files.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/harness/sim/raw_client.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

namespace {

RequestState state(int asked_before, bool cold, bool in_company, int crowded_before) {
    RequestState now;
    now.asked_before = asked_before;
    now.cold = cold;
    now.in_company = in_company;
    now.crowded_before = crowded_before;
    return now;
}

}  // namespace

TEST_CASE("what picks an answer and a variant") {
    struct Case {
        const char* name;
        VariesBy by;
        RequestState now;
        std::size_t replies, index;
        long long variant;
    };
    const Case cases[] = {
        {"the first request", VariesBy::request, state(0, true, false, 0), 3, 0, 0},
        {"the fifth request", VariesBy::request, state(4, false, false, 0), 3, 1, 4},
        {"cold", VariesBy::cold, state(7, true, false, 0), 2, 0, 0},
        {"warm", VariesBy::cold, state(7, false, false, 0), 2, 1, 1},
        {"warm, with one answer", VariesBy::cold, state(1, false, false, 0), 1, 0, 1},
        {"alone", VariesBy::company, state(5, false, false, 9), 3, 0, 0},
        {"first in company", VariesBy::company, state(0, true, true, 0), 3, 1, 1},
        {"third in company", VariesBy::company, state(0, true, true, 2), 3, 1, 3},
        {"in company, with one answer", VariesBy::company, state(0, true, true, 2), 1, 0, 3},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        EngineScript engine;
        engine.varies_by = one.by;
        const ChosenReply chosen = choose_reply(engine, one.now, one.replies);
        CHECK(chosen.index == one.index);
        CHECK(chosen.variant == one.variant);
    }
}

TEST_CASE("a band holds prompts up to and with its length") {
    EngineScript engine;
    CHECK(band_for(engine, 5) == nullptr);
    engine.bands = {{8192, "A", {}}, {9000, "AB", {}}, {{}, "-", {}}};
    CHECK(band_for(engine, 8192)->letters == "A");
    CHECK(band_for(engine, 8193)->letters == "AB");
    CHECK(band_for(engine, 9001)->letters == "-");
    engine.bands.pop_back();
    CHECK(band_for(engine, 9001) == nullptr);
}

TEST_CASE("requests for logprobs are counted apart, and lengths apart from what is measured") {
    EngineScript engine;
    ChatRequest request;
    request.max_tokens = 4;
    const std::string plain = counting_key(engine, request, "m", true);
    request.logprobs = true;
    CHECK(counting_key(engine, request, "m", true) == plain);  // not answered: not told apart
    engine.logprobs = LogprobRules{};
    CHECK(counting_key(engine, request, "m", true) != plain);
    request.logprobs = false;
    engine.bands = {{{}, "A", {}}};
    const std::string four = counting_key(engine, request, "m", false);
    request.max_tokens = 1;
    CHECK(counting_key(engine, request, "m", false) != four);
    CHECK(counting_key(engine, request, "m", true) == plain);
}

TEST_CASE("mistakes in the behaviour of an engine are told with their place") {
    struct Case {
        const char* name;
        std::string engine;
        const char* message;
    };
    const Case cases[] = {
        {"rules that are no mapping", "logprobs: yes, other: {content: a}", "logprobs"},
        {"an unknown move", "logprobs: {moves: wild}, other: {content: a}", "moves"},
        {"no JSON literal", "logprobs: {put: [{text: -Infinity}]}, other: {content: a}",
         "text must be a JSON number or null"},
        {"neither text nor left out", "logprobs: {put: [{rank: 1}]}, other: {content: a}",
         "say either text or left_out"},
        {"unknown word", "varies_by: luck, other: {content: a}", "varies_by"},
        {"no letters", "other: {lengths: [{runs: ab}], A: {content: a}}", "letters A to Z"},
        {"a letter without an answer", "other: {lengths: [{runs: AB}], A: {content: a}}", "B"},
        {"falling lengths",
         "other: {lengths: [{up_to: 9, runs: A}, {up_to: 8, runs: A}], A: {content: a}}",
         "up_to must rise"},
        {"an unknown key", "other: {lengths: [{runs: A, from: 8}], A: {content: a}}", "from"},
    };
    const TempFolder folder;
    for (const Case& one : cases) {
        INFO(one.name);
        const auto file = folder / "s.yaml";
        REQUIRE(write_file_atomically(file, "scenario: s\nengines:\n  m: {" + one.engine + "}\n")
                    .has_value());
        const auto scenario = load_scenario(file.string(), source_root());
        REQUIRE(scenario.has_error());
        CHECK_THAT(scenario.error().message, ContainsSubstring("s.yaml:"));
        CHECK_THAT(scenario.error().message, ContainsSubstring(one.message));
    }
}

TEST_CASE("a prompt is cold once, unless it brings a salt or wants no cached prompt") {
    RunningSim sim{load_scenario("cold_warm", source_root()).value()};
    const auto cached = [&](const std::string& more) {
        const std::string body = post(sim.port(), R"({"model":"cached",)" + more +
                                                      R"("messages":[{"role":"user","content":)"
                                                      R"("Twelve bytes"}]})")
                                     .body;
        const std::string name = "\"cached_tokens\":";
        const auto at = body.find(name);
        REQUIRE(at != std::string::npos);
        return body.substr(at + name.size(), body.find('}', at) - at - name.size());
    };
    CHECK(cached("") == "0");
    CHECK(cached("") == "2");  // 12 bytes are 3 tokens, the last one is never cached
    CHECK(cached("\"cache_prompt\":false,") == "0");
    CHECK(cached("\"cache_prompt\":true,") == "2");
    CHECK(cached("\"cache_salt\":\"a\",") == "0");
    CHECK(cached("\"cache_salt\":\"a\",") == "2");
    CHECK(cached("\"cache_salt\":\"b\",") == "0");
}
