#include "scorers/stability/loops.hpp"

#include <catch2/catch_all.hpp>

#include "tests/unit/scorers/stability/text_recipes.hpp"

using namespace kilter;
using recipes::repeated;

namespace {

const std::string k_looping = "Thinking. " + repeated("the same words ", 100);  // 10 + 15 x 100

struct Case {
    std::string name, reasoning, content, finish, flag;
    bool parsed;
    std::string channel, verdict;  // empty: nothing found
};

}  // namespace

TEST_CASE("verdicts: a tail run is a loop unless the engine finished cleanly") {
    const std::string list = "[" + repeated("0,", 400) + "0]";
    const Case cases[] = {
        {"nothing at all", "", "", "stop", "", false, "", ""},
        {"reasoning runs to the limit", k_looping, "", "length", "", false, "reasoning", "loop"},
        {"reasoning stops without an answer", k_looping, " \n", "stop", "", false, "reasoning",
         "loop"},
        {"reasoning, then an answer", k_looping, "{}", "stop", "", true, "reasoning",
         "recovered_loop"},
        {"reasoning, then an unreadable answer", k_looping, "well", "stop", "", false, "reasoning",
         "recovered_loop"},
        {"reasoning, then a cut answer", k_looping, "{\"a", "length", "", false, "reasoning",
         "loop"},
        {"content runs to the limit", "", k_looping, "length", "", false, "content", "loop"},
        {"another name of the limit", "", k_looping, "max_tokens", "", false, "content", "loop"},
        {"stopped by the engine's own detector", "", k_looping, "repetition", "", false, "content",
         "loop"},
        {"its other name", "", k_looping, "repetition_truncation", "", false, "content", "loop"},
        {"told by a flag", "", k_looping, "stop", "engine_repetition_stop", false, "content",
         "loop"},
        {"stopped by us", "", k_looping, "", "client_stopped", false, "content", "loop"},
        {"an answer that ended", "", list, "stop", "", true, "content", "repetitive"},
        {"the same answer cut", "", list.substr(0, list.size() - 1), "length", "", false, "content",
         "loop"},
        {"text that ended", "", k_looping, "stop", "", false, "content", "repetitive"},
        {"nobody says how it ended", "", k_looping, "", "", false, "content", "loop"},
        {"nobody says, but there is an answer", "", list, "", "", true, "content", "repetitive"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        Completion run;
        run.reasoning = {TextState::text, c.reasoning};
        run.content = {TextState::text, c.content};
        run.finish_reason = c.finish;
        if (!c.flag.empty()) run.flags.push_back(c.flag);
        const auto found = find_loops(run, c.parsed);
        REQUIRE(found.size() == (c.verdict.empty() ? 0U : 1U));
        if (found.empty()) continue;
        CHECK(found[0].channel == c.channel);
        CHECK(found[0].verdict == c.verdict);
        CHECK(found[0].view == "exact");
    }
}

TEST_CASE("a tool call is an answer") {
    Completion run;
    run.reasoning = {TextState::text, k_looping};
    run.tool_calls = {{"find", "{}"}};
    run.finish_reason = "tool_calls";
    const auto found = find_loops(run, false);
    REQUIRE(found.size() == 1);
    CHECK(found[0].verdict == "recovered_loop");
}

TEST_CASE("both channels are looked at, with their figures") {
    Completion run;
    run.reasoning = {TextState::text, k_looping};
    run.content = {TextState::text, repeated("x", 300)};
    run.finish_reason = "length";
    const auto found = find_loops(run, false);
    REQUIRE(found.size() == 2);
    // "Thinking. " ends like the repeated words, with one space: the run begins there.
    CHECK(found[0].start == 9);
    CHECK(found[0].period == 15);
    CHECK(found[0].length == 1501);
    CHECK(found[0].repeats == Catch::Approx(1501.0 / 15));
    CHECK(found[1].channel == "content");
    CHECK(found[1].repeats == 300);
}

TEST_CASE("findings survive the store's JSON") {
    std::vector<LoopFinding> loops(2);
    loops[0] = {"reasoning", "exact", "loop", 61000, 180, 4057.0 / 180, 4057};
    loops[1] = {"content", "exact", "repetitive", 0, 1, 300, 300};
    const auto back = loops_from_json(loops_to_json(loops));
    REQUIRE(back.size() == 2);
    for (std::size_t i = 0; i < back.size(); ++i) {
        CHECK(back[i].channel == loops[i].channel);
        CHECK(back[i].view == loops[i].view);
        CHECK(back[i].verdict == loops[i].verdict);
        CHECK(back[i].start == loops[i].start);
        CHECK(back[i].period == loops[i].period);
        CHECK(back[i].repeats == loops[i].repeats);
        CHECK(back[i].length == loops[i].length);
    }
    CHECK(loops_to_json({}) == "[]");
}

TEST_CASE("JSON that is no list of findings gives none") {
    for (const std::string_view text : {"", "{", "{}", "[", "null", "[1,2]"}) {
        INFO(text);
        CHECK(loops_from_json(text).empty());
    }
    const auto odd = loops_from_json(R"([{"start":"7","period":-3,"length":1e9,"verdict":5}])");
    REQUIRE(odd.size() == 1);
    CHECK(odd[0].start == 0);
    CHECK(odd[0].period == 0);
    CHECK(odd[0].length == 0);
    CHECK(odd[0].verdict.empty());
}
