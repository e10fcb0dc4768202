// Bodies that stay in their files until there is room for them: all are kept whole, and nobody
// waits for ever. Of the room of 4 MiB each body here takes more than half.
#include <catch2/catch_all.hpp>
#include <set>
#include <string>

#include "tests/support/runner_fixture.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

FakeReply large(FakeReply reply, const std::string& text) {
    reply.spilled = true;
    reply.body = R"({"id":"r","padding":")" + std::string(3 << 20, 'x') + text +
                 reply.body.replace(0, 1, "\",");
    return reply;
}

}  // namespace

TEST_CASE("large answers that end together are all kept, each with its own bytes") {
    RunnerFixture fixture(6, 2);
    fixture.config.engines[0].concurrency = 6;
    FakeEngineClient client([](const HttpRequest&, int call) {
        return large(answer("answer " + std::to_string(call)), std::to_string(call));
    });
    client.turns = 12;
    const RunReport report = fixture.run(client);
    CHECK(report.engines[0].sent == 12);
    CHECK(report.engines[0].failed == 0);
    CHECK(report.engines[0].missing == 0);
    CHECK(client.peak == 6);
    std::set<std::string> texts;
    const auto reader = fixture.reader();
    for (const TrialKey& key : fixture.stored()) {
        const std::string text = reader->completion(key)->content.text;
        texts.insert(text);
        const auto attempts = reader->attempts(key, true);
        REQUIRE(attempts->size() == 1);
        const AttemptRow& attempt = attempts->front();
        CHECK(attempt.body == large(answer(text), text.substr(text.find(' ') + 1)).body);
    }
    CHECK(texts.size() == 12);
}

TEST_CASE("a large answer that is asked for again gives its room back first") {
    RunnerFixture fixture(3, 1);
    fixture.config.engines[0].concurrency = 3;
    FakeEngineClient client([](const HttpRequest&, int call) {
        return call < 6 ? large(http_error(503), "error") : large(answer("at last"), "");
    });
    const RunReport report = fixture.run(client);
    CHECK(report.engines[0].sent == 3);
    CHECK(report.engines[0].failed == 0);
    CHECK(client.asked.size() == 9);  // two failures and an answer for each of three
    long long kept = 0;
    for (const TrialKey& key : fixture.stored()) {
        const auto attempts = fixture.reader()->attempts(key, true);
        for (const AttemptRow& attempt : *attempts) {
            CHECK(attempt.body.size() > std::size_t{3} << 20);
            ++kept;
        }
    }
    CHECK(kept == 9);
}

TEST_CASE("large answers that are cut off while they wait for room are kept as attempts") {
    RunnerFixture fixture(4, 1);
    fixture.config.engines[0].concurrency = 4;
    FakeEngineClient client([](const HttpRequest&, int) {
        FakeReply reply = large(answer("never"), "");
        reply.hold = true;
        return reply;
    });
    int held = 0;
    client.on_held = [&] {
        if (++held == 4) fixture.stop->cancel();
    };
    const RunReport report = fixture.run(client);
    CHECK(report.interrupted);
    CHECK(fixture.stored().empty());
    CHECK(report.engines[0].missing == 4);
    for (const char* item : {"a", "b", "c", "d"}) {
        const auto attempts = fixture.reader()->attempts(fixture.key(item, 0), true);
        REQUIRE(attempts->size() == 1);
        CHECK(attempts->front().outcome == Outcome::interrupted);
        CHECK(attempts->front().body.size() > std::size_t{3} << 19);  // half of it
    }
}
