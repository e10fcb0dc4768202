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
    loops[0] = {"reasoning",  "exact", "loop", 61000,  180,
                4057.0 / 180, 4057,    0.0625, 1021.5, "W\"\n", false, {}};
    loops[1] = {"content", "masked", "suspect", 0, 0, 0, 4096, 1, {}, "x", true, 0.125};
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
        CHECK(back[i].share == loops[i].share);
        CHECK(back[i].tokens_wasted == loops[i].tokens_wasted);
        CHECK(back[i].sample == loops[i].sample);
        CHECK(back[i].counter == loops[i].counter);
        CHECK(back[i].novelty == loops[i].novelty);
    }
    CHECK(loops_to_json({}) == "[]");
}

TEST_CASE("rows of the older detector are still read") {
    const auto old = loops_from_json(
        R"([{"channel":"reasoning","view":"exact","verdict":"loop","start":9,"period":15,)"
        R"("repeats":100.5,"length":1501}])");
    REQUIRE(old.size() == 1);
    CHECK(old[0].verdict == "loop");
    CHECK(old[0].repeats == 100.5);
    CHECK(old[0].length == 1501);
    CHECK(old[0].share == 0);
    CHECK_FALSE(old[0].tokens_wasted);
    CHECK_FALSE(old[0].counter);
    CHECK(old[0].sample.empty());
}

TEST_CASE("share, wasted tokens and sample of a finding") {
    Completion run;
    run.reasoning = {TextState::text, std::string(100, '-') + "\n" + repeated("0123456789", 90)};
    run.content = {TextState::text, std::string(999, ' ')};
    run.finish_reason = "length";
    run.usage.completion_tokens = 500;
    auto found = find_loops(run, false);
    REQUIRE(found.size() == 2);  // the blanks are a loop, too
    CHECK(found[0].start == 101);
    CHECK(found[0].share == Catch::Approx(900.0 / 1001));
    CHECK(found[0].tokens_wasted == Catch::Approx(900.0 * 500 / 2000));
    CHECK(found[0].sample == "0123456789");
    CHECK(found[1].tokens_wasted == Catch::Approx(999.0 * 500 / 2000));
    CHECK(tokens_wasted(found) == Catch::Approx(1899.0 * 500 / 2000));
    run.usage.completion_tokens.reset();
    found = find_loops(run, false);
    REQUIRE(found.size() == 2);
    CHECK_FALSE(found[0].tokens_wasted);
    CHECK_FALSE(tokens_wasted(found));
    CHECK(tokens_wasted({}) == 0);
}

TEST_CASE("a sample is cut and shows bad bytes as U+FFFD") {
    Completion run;
    recipes::Generator random{5};
    run.content = {TextState::text, repeated(random.paragraph(300), 6)};
    run.finish_reason = "length";
    auto found = find_loops(run, false);
    REQUIRE(found.size() == 1);
    CHECK(found[0].sample.size() == 200);
    run.content.text = repeated("\xff", 300);
    found = find_loops(run, false);
    REQUIRE(found.size() == 1);
    CHECK(found[0].sample == "\xef\xbf\xbd");
}

TEST_CASE("a run that we stopped qualifies from 1024 code points and 2 repeats on") {
    recipes::Generator random{21};
    Completion run;
    run.reasoning = {TextState::text, random.prose(2000) + repeated(random.paragraph(600), 2)};
    run.flags.push_back("client_stopped");
    const auto found = find_loops(run, false);
    REQUIRE(found.size() == 1);
    CHECK(found[0].verdict == "loop");
    CHECK(found[0].start == 2000);
    CHECK(found[0].period == 600);
    CHECK(found[0].repeats == 2);
    run.flags.clear();
    run.finish_reason = "length";
    CHECK(find_loops(run, false).empty());
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
