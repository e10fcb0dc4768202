#include "harness/wire/outcome.hpp"

#include "harness/wire/response.hpp"

using namespace kilter;

namespace {

struct Case {
    std::string name;
    std::string finish, content, reasoning;
    Outcome want;
};

const std::vector<Case> k_cases = {
    {"answer", "stop", "{}", "", Outcome::answered},
    {"answer without a reason", "", "{}", "r", Outcome::answered},
    {"cut answer", "length", "{", "r", Outcome::truncated_in_answer},
    {"B06 cut in reasoning", "length", "", "r", Outcome::truncated_in_reasoning},
    {"blank content counts as none", "length", " \n\t", "r", Outcome::truncated_in_reasoning},
    {"B20 B25 stopped in reasoning", "stop", "", "so {\"a\":1}", Outcome::stopped_in_reasoning},
    {"B14 empty at the limit", "length", "", "", Outcome::empty},
    {"empty", "stop", "\n", " ", Outcome::empty},
    {"abort keeps nothing", "abort", "{}", "", Outcome::engine_abort},
    {"error as a reason", "error", "{}", "", Outcome::engine_abort},
    {"filter", "content_filter", "x", "", Outcome::filtered},
    {"the engine's loop stop", "repetition", "x", "", Outcome::stopped_repetition},
};

Completion completion_of(const Case& c) {
    Completion out;
    out.finished = true;
    out.finish_reason = c.finish;
    out.content = {TextState::text, c.content};
    out.reasoning = {TextState::text, c.reasoning};
    return out;
}

}  // namespace

TEST_CASE("Outcomes follow from the finish reason and the channels") {
    for (const Case& c : k_cases) {
        INFO(c.name);
        CHECK(outcome_of(completion_of(c)) == c.want);
    }
}

TEST_CASE("Outcomes: tool calls, refusals, stops and unfinished streams") {
    Completion calls = completion_of(k_cases[7]);
    calls.tool_calls.push_back({"f", "{}"});
    CHECK(outcome_of(calls) == Outcome::tool_call_only);
    calls.content.text = "x";
    CHECK(outcome_of(calls) == Outcome::answered);
    calls.refusal = "no";
    CHECK(outcome_of(calls) == Outcome::filtered);

    Completion cut = completion_of(k_cases[0]);
    cut.finished = false;
    CHECK(outcome_of(cut) == Outcome::stream_incomplete);
    cut.add_flag("client_stopped");
    CHECK(outcome_of(cut) == Outcome::stopped_by_client);
}

TEST_CASE("Every outcome has one word and comes back from it") {
    for (int i = 0; i <= static_cast<int>(Outcome::answered); ++i) {
        const auto outcome = static_cast<Outcome>(i);
        CHECK(outcome_from(to_word(outcome)) == outcome);
    }
    CHECK(to_word(Outcome::truncated_in_reasoning) == "truncated_in_reasoning");
    CHECK_FALSE(outcome_from("Answered").has_value());
    CHECK(is_failed(Outcome::engine_abort));
    CHECK_FALSE(is_failed(Outcome::filtered));
}

TEST_CASE("A flag stands once") {
    Completion completion;
    completion.add_flag("x");
    completion.add_flag("x");
    CHECK(completion.flags == std::vector<std::string>{"x"});
}
