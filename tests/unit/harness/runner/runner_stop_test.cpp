// Stopping a run at each place where it waits, and going on afterwards.
#include <catch2/catch_all.hpp>
#include <string>

#include "tests/support/runner_fixture.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

FakeReply held_from(int first, int call) {
    FakeReply reply = answer("answer " + std::to_string(call));
    reply.hold = call >= first;
    return reply;
}

FakeReply plain(const HttpRequest&, int call) {
    return answer("later " + std::to_string(call));
}

}  // namespace

TEST_CASE("stopped before it began, nothing is sent") {
    const bool hard = GENERATE(false, true);
    RunnerFixture fixture(2, 2);
    fixture.before_start = [&](StopControl& stop) { hard ? stop.cancel() : stop.finish(); };
    FakeEngineClient client(plain);
    const RunReport report = fixture.run(client);
    CHECK(report.interrupted);
    CHECK(client.asked.empty());
    CHECK(client.models_asked == 0);
    CHECK(report.engines[0].missing == 4);
    CHECK(fixture.stored().empty());
}

TEST_CASE("stopped while the engine is asked who it is") {
    const bool hard = GENERATE(false, true);
    RunnerFixture fixture(2, 2);
    FakeEngineClient client(plain);
    client.hold_models = true;
    client.on_held = [&] { hard ? fixture.stop->cancel() : fixture.stop->finish(); };
    const RunReport report = fixture.run(client);
    CHECK(report.interrupted);
    CHECK(client.asked.empty());
    CHECK(report.engines[0].stopped_reason.empty());
    CHECK(fixture.observer.notices.empty());
}

TEST_CASE("finish lets what is in flight end and keeps it, then nothing more is sent") {
    RunnerFixture fixture(4, 1);
    fixture.config.engines[0].concurrency = 2;
    FakeEngineClient client([](const HttpRequest&, int call) { return held_from(0, call); });
    int held = 0;
    client.on_held = [&] {
        if (++held < 2) return;
        fixture.stop->finish();
        fixture.stop->finish();  // twice is once
        client.release();
    };
    const RunReport report = fixture.run(client);
    CHECK(report.interrupted);
    CHECK(client.asked.size() == 2);
    CHECK(report.engines[0].sent == 2);
    CHECK(report.engines[0].missing == 2);
    CHECK(fixture.stored() == std::set<TrialKey>{fixture.key("a", 0), fixture.key("b", 0)});
}

TEST_CASE(
    "cancel ends what is in flight: the attempt is kept as interrupted, no trial is written") {
    RunnerFixture fixture(3, 1);
    FakeEngineClient client([](const HttpRequest&, int call) { return held_from(1, call); });
    client.on_held = [&] {
        fixture.stop->finish();
        fixture.stop->cancel();
        fixture.stop->cancel();
    };
    const RunReport report = fixture.run(client);
    CHECK(report.interrupted);
    CHECK(report.engines[0].sent == 1);
    CHECK(report.engines[0].missing == 2);
    CHECK(fixture.stored() == std::set<TrialKey>{fixture.key("a", 0)});
    const auto attempts = fixture.reader()->attempts(fixture.key("b", 0), true);
    REQUIRE(attempts->size() == 1);
    CHECK(attempts->front().outcome == Outcome::interrupted);
    const std::string whole = chat_body("answer 1");
    CHECK(attempts->front().body == whole.substr(0, whole.size() / 2));
    CHECK(fixture.observer.last.in_flight == 0);
}

TEST_CASE("cancel reaches all workers of all engines") {
    RunnerFixture fixture(10, 1);
    fixture.config.engines[0].concurrency = 4;
    fixture.add_engine("e2", "http://one:2").concurrency = 3;
    FakeEngineClient client([](const HttpRequest&, int call) { return held_from(0, call); });
    int held = 0;
    client.on_held = [&] {
        if (++held == 7) fixture.stop->cancel();
    };
    const RunReport report = fixture.run(client);
    CHECK(client.asked.size() == 7);
    CHECK(client.in_flight == 0);
    CHECK(report.interrupted);
    CHECK(fixture.stored().empty());
}

TEST_CASE("stopped while it waits to try again: the trial stays missing, its attempt is kept") {
    const bool hard = GENERATE(false, true);
    RunnerFixture fixture(2, 1);
    FakeEngineClient client([](const HttpRequest&, int) {
        FakeReply reply = http_error(503);
        reply.retry_after = std::chrono::hours{1};  // capped, but far longer than any test
        return reply;
    });
    fixture.observer.on_step = [&](const Progress& progress) {
        if (progress.retries == 1) hard ? fixture.stop->cancel() : fixture.stop->finish();
    };
    const RunReport report = fixture.run(client);
    CHECK(report.interrupted);
    CHECK(client.asked.size() == 1);
    CHECK(fixture.stored().empty());
    CHECK(fixture.reader()->attempts(fixture.key("a", 0), false)->size() == 1);
}

TEST_CASE("stopped in the middle of the wait, not only before it") {
    RunnerFixture fixture(1, 1);
    fixture.add_engine("e2", "http://one:2");
    // e1 waits an hour to try again when e2, on another origin, gets its answer.
    FakeEngineClient client([](const HttpRequest& request, int) {
        FakeReply reply = answer("x");
        if (request.url.starts_with("http://one:1")) {
            reply = http_error(503);
            reply.retry_after = std::chrono::hours{1};
        } else {
            reply.hold = true;
        }
        return reply;
    });
    bool waiting = false;
    fixture.observer.on_step = [&](const Progress& progress) {
        if (progress.retries == 1 && !waiting) {
            waiting = true;
            client.release();
        }
    };
    client.on_held = [&] {
        if (waiting) client.release();
    };
    fixture.observer.verdict_of = [&](const TrialRow&) {
        fixture.stop->finish();
        return std::vector<VerdictRow>();
    };
    const RunReport report = fixture.run(client);
    CHECK(report.interrupted);
    CHECK(report.engines[0].missing == 1);
    CHECK(report.engines[1].missing == 0);
}

TEST_CASE("stopped after the last answer came in, nothing was interrupted") {
    const bool hard = GENERATE(false, true);
    RunnerFixture fixture(1, 1);
    FakeEngineClient client(plain);
    fixture.observer.verdict_of = [&](const TrialRow&) {
        hard ? fixture.stop->cancel() : fixture.stop->finish();
        return std::vector<VerdictRow>();
    };
    const RunReport report = fixture.run(client);
    CHECK_FALSE(report.interrupted);
    CHECK(report.engines[0].missing == 0);
    CHECK(fixture.stored().size() == 1);
}

TEST_CASE("resume sends what is missing and nothing else; attempts count on") {
    RunnerFixture fixture(3, 2);
    FakeEngineClient first([](const HttpRequest&, int call) { return held_from(2, call); });
    first.on_held = [&] { fixture.stop->cancel(); };
    CHECK(fixture.run(first).interrupted);
    const std::set<TrialKey> before = fixture.stored();
    CHECK(before.size() == 2);
    const std::string kept = fixture.reader()->completion(fixture.key("a", 0))->content.text;

    FakeEngineClient second(plain);
    const RunReport report = fixture.run(second);
    CHECK_FALSE(report.interrupted);
    CHECK(report.engines[0].sent == 4);
    CHECK(second.asked.size() == 4);
    CHECK(fixture.observer.last.done == 6);
    CHECK(fixture.observer.last.total == 6);
    CHECK(fixture.stored().size() == 6);
    CHECK(fixture.reader()->completion(fixture.key("a", 0))->content.text == kept);
    const auto attempts = fixture.reader()->attempts(fixture.key("c", 0), false);
    REQUIRE(attempts->size() == 2);
    CHECK((*attempts)[0].outcome == Outcome::interrupted);
    CHECK((*attempts)[1].number == 2);
    CHECK(fixture.reader()->completion(fixture.key("c", 0))->has_flag("retried"));

    // B02: with nothing missing, nothing is sent, not even a question who the engine is.
    FakeEngineClient third(plain);
    const RunReport idle = fixture.run(third);
    CHECK(third.asked.empty());
    CHECK(third.models_asked == 0);
    CHECK(idle.engines[0].preflight_passed);
    CHECK(idle.engines[0].missing == 0);
    CHECK(fixture.observer.last.done == 6);
}

TEST_CASE("a reopened trial is asked again") {
    RunnerFixture fixture(1, 2);
    fixture.config.engines[0].retries = 0;
    FakeEngineClient failing([](const HttpRequest&, int) { return http_error(500); });
    CHECK(fixture.run(failing).engines[0].failed == 2);
    FakeEngineClient idle(plain);
    (void)fixture.run(idle);
    CHECK(idle.asked.empty());  // failed outcomes are final
    {
        auto writer = StoreWriter::open(fixture.path());
        REQUIRE((*writer)->reopen_trial(fixture.key("a", 1)));
    }
    FakeEngineClient again(plain);
    const RunReport report = fixture.run(again);
    CHECK(report.engines[0].sent == 1);
    CHECK(fixture.reader()->attempts(fixture.key("a", 1), false)->size() == 2);
    CHECK(fixture.reader()->counts("x1")->failed == 1);
}
