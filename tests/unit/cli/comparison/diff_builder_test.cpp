#include "cli/comparison/diff_builder.hpp"

#include "base/sha256.hpp"
#include "tests/unit/cli/analysis/small_store.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

// A run with a raw body that lists these tokens, and so many of them in its usage.
void answer_in_tokens(SmallStore& store, const std::string& engine, int k, const std::string& text,
                      const std::vector<std::string>& tokens, bool listed) {
    TrialRow trial;
    trial.key = {"x1", engine, "small", "a", k};
    trial.outcome = Outcome::answered;
    trial.attempts = 1;
    trial.completion.content = {TextState::text, text};
    trial.completion.finish_reason = "stop";
    trial.completion.finished = true;
    trial.completion.usage.completion_tokens = static_cast<long long>(tokens.size());
    std::string list;
    for (const std::string& token : tokens)
        list += (list.empty() ? "" : ",") + ("{\"token\":\"" + token + "\"}");
    AttemptRow attempt;
    attempt.key = trial.key;
    attempt.number = 1;
    attempt.started_at = "2026-11-29T12:00:00.000Z";
    attempt.outcome = trial.outcome;
    attempt.body = listed
                       ? "{\"choices\":[{\"index\":0,\"logprobs\":{\"content\":[" + list + "]}}]}"
                       : "{\"choices\":[]}";
    trial.body_sha256 = sha256_hex(attempt.body);
    REQUIRE(store.writer().add_attempt(attempt));
    REQUIRE(store.writer().add_trial(trial));
}

DiffReport built(SmallStore& store, Level level = Level::content) {
    DiffRequest request;
    request.a = {"x1", "e1"};
    request.b = {"x1", "e2"};
    request.level = level;
    auto report = build_diff(store.reader(), request);
    REQUIRE(report);
    return std::move(*report);
}

}  // namespace

TEST_CASE("diff: two engines of one store, item by item") {
    SmallStore store({"e1", "e2"});
    for (int k = 0; k < 3; ++k) {
        store.answer("e1", "a", k, "F-1");
        store.answer("e2", "a", k, "F-9");
        store.answer("e1", "b", k, "F-2");
        store.answer("e2", "b", k, "F-2");
    }
    const DiffReport report = built(store);
    REQUIRE(report.items.size() == 2);
    CHECK(report.items[0].verdict == DiffVerdict::steady_different);
    REQUIRE(report.items[0].parting);
    CHECK(report.items[0].parting->at.channel == Channel::content);
    CHECK(report.items[0].parting->at.code_point == 12);  // {"code": "F-
    CHECK(report.items[1].verdict == DiffVerdict::identical);
    CHECK_FALSE(report.items[1].parting);
    CHECK(report.all.changes.regressed == std::vector<std::string>{"a"});
    CHECK(report.all.points.a == 4.0);
    CHECK(report.all.points.b == 2.0);
    CHECK(end_of(report) == DiffEnd::differs);
    REQUIRE(report.windows.size() == 1);
    CHECK(report.windows[0].before == "{\"code\": \"F-");
    CHECK(report.windows[0].text_a == "1\"}");
    CHECK(report.windows[0].text_b == "9\"}");
}

TEST_CASE("diff: the first token apart where both list theirs, else an estimate") {
    for (const bool listed : {true, false}) {
        SmallStore store({"e1", "e2"});
        answer_in_tokens(store, "e1", 0, "aaaa bbbb cccc", {"aaaa", " bbbb", " cccc"}, listed);
        answer_in_tokens(store, "e2", 0, "aaaa bbbb dd", {"aaaa", " bbbb", " dd"}, listed);
        const DiffReport report = built(store);
        REQUIRE(report.items[0].parting);
        const DiffParting& parting = *report.items[0].parting;
        CHECK(parting.at.code_point == 10);
        CHECK(parting.token_index.has_value() == listed);
        CHECK(parting.token_estimate.has_value() != listed);
        if (listed) {
            CHECK(parting.token_index == 2U);
            CHECK(parting.token_source == "logprobs");
        } else {
            // 6 tokens over 14 + 12 code points: 10 x 6 / 26.
            CHECK(parting.token_estimate.value() == Catch::Approx(60. / 26));
        }
    }
}

TEST_CASE("diff: a noisy side whose most frequent output is the other's parts nowhere") {
    SmallStore store({"e1", "e2"});
    for (int k = 0; k < 3; ++k) {
        store.answer("e1", "a", k, "F-1");
        store.answer("e2", "a", k, k == 2 ? "F-9" : "F-1");
    }
    const DiffReport report = built(store);
    CHECK(report.items[0].verdict == DiffVerdict::noisy_overlapping);
    REQUIRE(report.items[0].parting);
    CHECK(report.items[0].parting->at.kind == DivergenceKind::equal);
    CHECK(report.windows.empty());
    CHECK_FALSE(report.items[1].verdict);  // b was never answered
    CHECK(report.all.compared == 1);
    CHECK(report.all.incomplete == std::vector<std::string>{"b"});
}

TEST_CASE("diff: level reasoning looks at no other channel") {
    SmallStore store({"e1", "e2"});
    for (int k = 0; k < 3; ++k) {
        store.loop("e1", "a", k);
        store.answer("e2", "a", k, "F-1");
    }
    const DiffReport report = built(store, Level::reasoning);
    CHECK(report.items[0].verdict == DiffVerdict::steady_different);
    REQUIRE(report.items[0].parting);
    CHECK(report.items[0].parting->at.kind == DivergenceKind::absent);
    CHECK(report.items[0].parting->at.channel == Channel::reasoning);
    CHECK_FALSE(report.items[0].parting->token_estimate);
}

TEST_CASE("diff: nothing differs, but something is missing") {
    SmallStore store({"e1", "e2"});
    for (int k = 0; k < 3; ++k) {
        for (const char* item : {"a", "b"}) {
            store.answer("e1", item, k, "F-1");
            if (k < 2 || *item == 'a') store.answer("e2", item, k, "F-1");
        }
    }
    store.fail("e2", "b", 2);
    const DiffReport report = built(store);
    CHECK(report.all.verdict == DiffVerdict::identical);
    CHECK(report.all.incomplete == std::vector<std::string>{"b"});
    CHECK(end_of(report) == DiffEnd::undecided);
}

TEST_CASE("diff: one side twice is refused") {
    SmallStore store({"e1"});
    DiffRequest request;
    request.a = request.b = {"x1", "e1"};
    const auto report = build_diff(store.reader(), request);
    REQUIRE_FALSE(report);
    CHECK(report.error().message == "both sides are x1:e1; name two");
}
