#include "cli/analysis/show_builder.hpp"

#include "base/sha256.hpp"
#include "tests/unit/cli/analysis/small_store.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

// A run of item a with a raw body of its own.
void answer_with_body(SmallStore& store, int k, const std::string& code, const std::string& body) {
    TrialRow trial;
    trial.key = {"x1", "e1", "small", "a", k};
    trial.outcome = Outcome::answered;
    trial.attempts = 1;
    trial.completion.content = {TextState::text, "{\"code\": \"" + code + "\"}"};
    trial.completion.finish_reason = "stop";
    trial.completion.finished = true;
    trial.completion.usage.prompt_tokens = 100;
    trial.completion.usage.cached_tokens = k == 0 ? 0 : 96;
    trial.body_sha256 = sha256_hex(body);
    AttemptRow attempt;
    attempt.key = trial.key;
    attempt.number = 1;
    attempt.started_at = "2026-11-29T12:00:00.000Z";
    attempt.outcome = trial.outcome;
    attempt.body = body;
    REQUIRE(store.writer().add_attempt(attempt));
    REQUIRE(store.writer().add_trial(trial));
}

std::string body_of(const std::vector<std::string>& tokens) {
    std::string list;
    for (const std::string& token : tokens)
        list += (list.empty() ? "" : ",") + ("{\"token\":\"" + token + "\"}");
    return "{\"choices\":[{\"index\":0,\"logprobs\":{\"content\":[" + list + "]}}]}";
}

ShownEngine shown(SmallStore& store) {
    auto items = build_show(store.reader(), "x1", {"a"}, "e1");
    REQUIRE(items);
    return items->front().engines.front();
}

}  // namespace

TEST_CASE("show: variants by run, each run's parting from the most frequent one") {
    SmallStore store;
    store.answer("e1", "a", 0, "F-9");
    store.answer("e1", "a", 1, "F-1");
    store.answer("e1", "a", 2, "F-1");
    const ShownEngine engine = shown(store);
    CHECK(engine.variants == "B A A");
    CHECK(engine.analysis.partings.reference_k == 1);
    CHECK(engine.analysis.pattern == RunPattern::first_differs);
    REQUIRE(engine.runs[0].parting);
    CHECK(engine.runs[0].parting->at.code_point == 12);  // {"code": "F-
    CHECK_FALSE(engine.runs[1].parting);
    CHECK_FALSE(engine.token_index);  // no bodies are kept here
    REQUIRE(engine.analysis.field_votes.fields.size() == 1);
    CHECK(engine.analysis.field_votes.fields[0].value.value_or("") == "f1");
}

TEST_CASE("show: a failed run has no letter") {
    SmallStore store;
    store.answer("e1", "a", 0, "F-1");
    store.fail("e1", "a", 1);
    store.answer("e1", "a", 2, "F-1");
    CHECK(shown(store).variants == "A - A");
}

TEST_CASE("show: the first token apart, where the engine listed its tokens") {
    SmallStore store;
    answer_with_body(store, 0, "F-1", body_of({"{", "code", "F", "-1"}));
    answer_with_body(store, 1, "F-9", body_of({"{", "code", "F", "-9"}));
    answer_with_body(store, 2, "F-1", body_of({"{", "code", "F", "-1"}));
    const ShownEngine engine = shown(store);
    CHECK(engine.token_index == 3U);
    CHECK(engine.token_source == "logprobs");
    CHECK(engine.runs[0].cached_tokens == 0);
    CHECK(engine.runs[1].cached_tokens == 96);
    CHECK(engine.runs[2].prompt_tokens == 100);
}

TEST_CASE("show: no token index where a differing run lists none, and none where texts agree") {
    SmallStore half;
    answer_with_body(half, 0, "F-1", body_of({"a", "b"}));
    answer_with_body(half, 1, "F-9", "{\"choices\":[]}");
    CHECK_FALSE(shown(half).token_index);

    SmallStore equal;
    answer_with_body(equal, 0, "F-1", body_of({"a", "b"}));
    answer_with_body(equal, 1, "F-1", body_of({"a", "c"}));
    CHECK_FALSE(shown(equal).token_index);
}
