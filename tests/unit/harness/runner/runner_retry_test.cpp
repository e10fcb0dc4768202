#include <catch2/catch_all.hpp>
#include <string>

#include "tests/support/runner_fixture.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("a retried trial: every attempt is kept and numbered, the trial is flagged") {
    RunnerFixture fixture(1, 1);
    FakeEngineClient client([](const HttpRequest&, int call) {
        if (call == 0) return http_error(503);
        if (call == 1) return broken_connection();
        return answer("at last");
    });
    const RunReport report = fixture.run(client);
    CHECK(report.engines[0].sent == 1);
    CHECK(report.engines[0].failed == 0);
    CHECK(fixture.observer.last.retries == 2);
    const auto attempts = fixture.reader()->attempts(fixture.key("a", 0), true);
    REQUIRE(attempts->size() == 3);
    CHECK((*attempts)[0].number == 1);
    CHECK((*attempts)[0].outcome == Outcome::http_error);
    CHECK((*attempts)[0].http_status == 503);
    CHECK((*attempts)[1].outcome == Outcome::transport_error);
    CHECK((*attempts)[2].number == 3);
    CHECK((*attempts)[2].outcome == Outcome::answered);
    const auto completion = fixture.reader()->completion(fixture.key("a", 0));
    CHECK(completion->content.text == "at last");
    CHECK(completion->has_flag("retried"));
}

TEST_CASE(
    "B37: always 429 ends as a failed trial when the retries are spent, and the run goes on") {
    RunnerFixture fixture(2, 1);
    fixture.config.engines[0].retries = 2;
    FakeEngineClient client([](const HttpRequest& request, int) {
        return request.body.find("question a") != std::string::npos ? http_error(429) : answer("b");
    });
    const RunReport report = fixture.run(client);
    CHECK(client.asked.size() == 4);  // 1 + 2 retries, and the other item
    CHECK(report.engines[0].sent == 2);
    CHECK(report.engines[0].failed == 1);
    CHECK(report.engines[0].missing == 0);
    CHECK(fixture.observer.last.errors == 1);
    CHECK(fixture.stored().size() == 2);
    CHECK(fixture.reader()->counts("x1")->failed == 1);
}

TEST_CASE("B06: what can only happen again is not tried again") {
    RunnerFixture fixture(1, 2);
    FakeEngineClient client([](const HttpRequest&, int call) {
        if (call == 0) return http_error(400);
        FakeReply reply;
        reply.body = R"({"choices":[{"index":0,"message":{"role":"assistant","content":null,)"
                     R"("reasoning_content":"aaa"},"finish_reason":"length"}]})";
        return reply;
    });
    const RunReport report = fixture.run(client);
    CHECK(client.asked.size() == 2);
    CHECK(report.engines[0].sent == 2);
    CHECK(report.engines[0].failed == 1);  // the 400
    const auto second = fixture.reader()->completion(fixture.key("a", 1));
    CHECK(second->content.state == TextState::null);
    CHECK(second->reasoning.text == "aaa");
}

TEST_CASE("five refused trials in a row pause the engine, the others go on") {
    struct Case {
        const char* name;
        FakeReply reply;
    };
    const Case c =
        GENERATE(Case{"401", http_error(401)}, Case{"403", http_error(403)},
                 Case{"404", http_error(404)}, Case{"transport error", broken_connection()});
    INFO(c.name);
    RunnerFixture fixture(10, 1);
    fixture.config.engines[0].retries = 0;
    fixture.add_engine("e2", "http://one:2");
    FakeEngineClient client([&](const HttpRequest& request, int) {
        return request.url.starts_with("http://one:1") ? c.reply : answer("fine");
    });
    const RunReport report = fixture.run(client);
    CHECK(report.engines[0].sent == 5);
    CHECK(report.engines[0].failed == 5);
    CHECK(report.engines[0].missing == 5);
    CHECK_THAT(report.engines[0].stopped_reason, ContainsSubstring("paused"));
    CHECK(report.engines[0].preflight_passed);
    CHECK(report.engines[1].sent == 10);
    CHECK(report.engines[1].stopped_reason.empty());
    CHECK_FALSE(report.interrupted);
    REQUIRE(fixture.observer.notices.size() == 1);
    CHECK_THAT(fixture.observer.notices[0],
               ContainsSubstring("e1> ") && ContainsSubstring("5 trials in a row"));
}

TEST_CASE("four refusals and one other outcome do not pause") {
    RunnerFixture fixture(10, 1);
    fixture.config.engines[0].retries = 0;
    FakeEngineClient client(
        [](const HttpRequest&, int call) { return call == 4 ? http_error(500) : http_error(404); });
    const RunReport report = fixture.run(client);
    // 4 x 404, a 500, then five 404 in a row: the last cell.
    CHECK(report.engines[0].sent == 10);
    CHECK(report.engines[0].missing == 0);
}

TEST_CASE("with several in flight a paused engine's other answers are still kept") {
    RunnerFixture fixture(20, 1);
    fixture.config.engines[0].retries = 0;
    fixture.config.engines[0].concurrency = 3;
    FakeEngineClient client([](const HttpRequest&, int) { return http_error(401); });
    const RunReport report = fixture.run(client);
    CHECK(report.engines[0].sent >= 5);
    CHECK(report.engines[0].sent <= 7);
    CHECK(report.engines[0].sent + report.engines[0].missing == 20);
    CHECK(fixture.stored().size() == static_cast<std::size_t>(report.engines[0].sent));
}

TEST_CASE("an unreachable engine's cells stay missing, nothing is sent to it, others go on") {
    RunnerFixture fixture(2, 2);
    FakeEngineClient client([](const HttpRequest&, int) { return answer("x"); });
    client.models_status = 0;
    fixture.add_engine("e2", "ftp://nowhere");
    const RunReport report = fixture.run(client);
    CHECK(client.asked.empty());
    for (const EngineReport& engine : report.engines) {
        CHECK_FALSE(engine.preflight_passed);
        CHECK_FALSE(engine.stopped_reason.empty());
        CHECK(engine.missing == 4);
        CHECK(engine.sent == 0);
    }
    CHECK(fixture.observer.notices.size() == 2);
    CHECK(fixture.stored().empty());
}

TEST_CASE("a server without a list of models is asked all the same") {
    RunnerFixture fixture(1, 1);
    FakeEngineClient client([](const HttpRequest&, int) { return answer("x"); });
    client.models_status = 404;
    const RunReport report = fixture.run(client);
    CHECK(report.engines[0].preflight_passed);
    CHECK(report.engines[0].sent == 1);
}

TEST_CASE("who the engine was is kept at the start and at the end, a change is told") {
    RunnerFixture fixture(1, 1);
    FakeEngineClient client([](const HttpRequest&, int) { return answer("x"); });
    client.models = R"({"object":"list","data":[{"id":"m","owned_by":"first"}]})";
    fixture.observer.verdict_of = [&](const TrialRow&) {
        client.models = R"({"object":"list","data":[{"id":"m","owned_by":"second"}]})";
        return std::vector<VerdictRow>();
    };
    (void)fixture.run(client);
    const EngineRow row = fixture.reader()->experiment("x1")->engines[0];
    CHECK(row.dialect == "openai");
    CHECK_THAT(row.fingerprint_start, ContainsSubstring("first"));
    CHECK_THAT(row.fingerprint_end, ContainsSubstring("second"));
    REQUIRE(fixture.observer.notices.size() == 1);
    CHECK_THAT(fixture.observer.notices[0], ContainsSubstring("changed"));
}

TEST_CASE("more connections than one transfer needs tell a hidden second request") {
    RunnerFixture fixture(1, 1);
    FakeEngineClient client([](const HttpRequest&, int) {
        FakeReply reply = answer("x");
        reply.new_connections = 2;
        return reply;
    });
    (void)fixture.run(client);
    CHECK(fixture.reader()->completion(fixture.key("a", 0))->has_flag("hidden_retry"));
}
