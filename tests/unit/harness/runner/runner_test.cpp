#include "harness/runner/runner.hpp"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <string>

#include "base/sha256.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/wire/request.hpp"
#include "tests/support/runner_fixture.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

namespace {

FakeReply counted(const HttpRequest&, int call) {
    return answer("answer " + std::to_string(call));
}

std::string item_asked(const HttpRequest& request) {
    const std::size_t at = request.body.find("question ");
    return request.body.substr(at + 9, 1);
}

}  // namespace

TEST_CASE("every cell is sent once, in order, and kept with its own answer") {
    RunnerFixture fixture(2, 3);
    FakeEngineClient client(counted);
    const RunReport report = fixture.run(client);
    REQUIRE(report.engines.size() == 1);
    CHECK(report.engines[0].engine == "e1");
    CHECK(report.engines[0].preflight_passed);
    CHECK(report.engines[0].stopped_reason.empty());
    CHECK(report.engines[0].sent == 6);
    CHECK(report.engines[0].failed == 0);
    CHECK(report.engines[0].missing == 0);
    CHECK_FALSE(report.interrupted);
    CHECK(report.store_error.empty());
    CHECK(fixture.observer.trials ==
          std::vector<std::string>{"e1:a:0", "e1:b:0", "e1:a:1", "e1:b:1", "e1:a:2", "e1:b:2"});
    CHECK(fixture.observer.last.done == 6);
    CHECK(fixture.observer.last.total == 6);
    CHECK(fixture.observer.last.in_flight == 0);
    const auto reader = fixture.reader();
    // B01: K runs are K requests with K answers of their own.
    CHECK(reader->completion(fixture.key("a", 0))->content.text == "answer 0");
    CHECK(reader->completion(fixture.key("b", 0))->content.text == "answer 1");
    CHECK(reader->completion(fixture.key("b", 2))->content.text == "answer 5");
    const auto attempts = reader->attempts(fixture.key("b", 2), true);
    REQUIRE(attempts->size() == 1);
    CHECK(attempts->front().number == 1);
    CHECK(attempts->front().body == chat_body("answer 5"));
    CHECK(attempts->front().http_status == 200);
    CHECK(attempts->front().started_at == "1970-01-01T00:00:00.000Z");
}

TEST_CASE("B09: the K requests of an item are the same bytes, and what is kept is what was sent") {
    RunnerFixture fixture(2, 3);
    FakeEngineClient client(counted);
    (void)fixture.run(client);
    REQUIRE(client.asked.size() == 6);
    for (const std::size_t i : {0U, 1U}) {
        CHECK(client.asked[i].body == client.asked[i + 2].body);
        CHECK(client.asked[i].body == client.asked[i + 4].body);
    }
    CHECK(client.asked[0].body != client.asked[1].body);
    CHECK(client.asked[0].url == "http://one:1/v1/chat/completions");
    const auto attempt = fixture.reader()->attempts(fixture.key("a", 1), true)->front();
    CHECK(attempt.request_body == client.asked[2].body);
    CHECK(attempt.request_sha256 == sha256_hex(client.asked[2].body));
    CHECK(attempt.wire_sha256 == attempt.request_sha256);
}

TEST_CASE("a cold cache: each trial has a salt of its own, the kept request has none") {
    RunnerFixture fixture(1, 3);
    fixture.config.engines[0].dialect = Dialect::vllm;
    fixture.config.engines[0].cache = CacheMode::cold;
    FakeEngineClient client(counted);
    (void)fixture.run(client);
    REQUIRE(client.asked.size() == 3);
    std::set<std::string> sent, wire, frozen;
    for (int k = 0; k < 3; ++k) {
        const HttpRequest& request = client.asked[static_cast<std::size_t>(k)];
        sent.insert(request.body);
        CHECK(request.body.size() == client.asked[0].body.size());
        const auto attempt = fixture.reader()->attempts(fixture.key("a", k), true)->front();
        CHECK(attempt.wire_sha256 == sha256_hex(request.body));
        CHECK_THAT(attempt.request_body, ContainsSubstring(std::string(k_salt_length, '0')));
        wire.insert(attempt.wire_sha256);
        frozen.insert(attempt.request_sha256);
    }
    CHECK(sent.size() == 3);
    CHECK(wire.size() == 3);
    CHECK(frozen.size() == 1);
}

TEST_CASE("a dialect that cannot be asked for a cold cache is said once") {
    RunnerFixture fixture(1, 1);
    fixture.config.engines[0].cache = CacheMode::cold;  // openai
    FakeEngineClient client(counted);
    (void)fixture.run(client);
    CHECK(fixture.observer.notices ==
          std::vector<std::string>{"e1> engine e1: its dialect has no way to ask for a cold cache; "
                                   "runs as it is"});
}

TEST_CASE("B35: never more in flight than the concurrency, and as many; one means one") {
    const int concurrency = GENERATE(1, 4, 150);
    RunnerFixture fixture(20, 10);
    fixture.config.engines[0].concurrency = concurrency;
    FakeEngineClient client(counted);
    client.turns = 2 * concurrency;
    const RunReport report = fixture.run(client);
    CHECK(client.peak == concurrency);
    CHECK(report.engines[0].sent == 200);
    CHECK(fixture.stored().size() == 200);
}

TEST_CASE("B03: with several in flight no answer lands under another cell") {
    RunnerFixture fixture(3, 4);
    fixture.config.engines[0].concurrency = 5;
    FakeEngineClient client(
        [](const HttpRequest& request, int) { return answer("for " + item_asked(request)); });
    (void)fixture.run(client);
    const auto reader = fixture.reader();
    for (const char* item : {"a", "b", "c"}) {
        for (int k = 0; k < 4; ++k) {
            CHECK(reader->completion(fixture.key(item, k))->content.text ==
                  "for " + std::string(item));
        }
    }
}

TEST_CASE("engines on one origin go one after the other, in the config's order") {
    RunnerFixture fixture(2, 2);
    fixture.add_engine("e2", "http://one:1/v1/");
    fixture.config.engines[0].concurrency = 2;
    FakeEngineClient client(counted);
    const RunReport report = fixture.run(client);
    CHECK(report.engines[1].sent == 4);
    REQUIRE(fixture.observer.trials.size() == 8);
    for (std::size_t i = 0; i < 8; ++i) {
        CHECK(fixture.observer.trials[i].starts_with(i < 4 ? "e1:" : "e2:"));
    }
    CHECK(client.peak == 2);
}

TEST_CASE("turns: engines on one origin go round, each with its own concurrency and its own end") {
    RunnerFixture fixture(2, 2);
    fixture.add_engine("e2", "http://one:1/v1/");
    fixture.config.turns = true;
    FakeEngineClient client(counted);
    const RunReport report = fixture.run(client);
    CHECK(fixture.observer.trials == std::vector<std::string>{"e1:a:0", "e1:b:0", "e2:a:0",
                                                              "e2:b:0", "e1:a:1", "e1:b:1",
                                                              "e2:a:1", "e2:b:1"});
    CHECK(report.engines[0].missing == 0);
    CHECK(report.engines[1].preflight_passed);
    CHECK(client.peak == 1);
}

TEST_CASE("turns: an engine that refuses everything is left alone, the others go on") {
    RunnerFixture fixture(3, 2);
    fixture.add_engine("e2", "http://one:1/v1/");
    fixture.config.turns = true;
    fixture.config.engines[0].model = "gone";
    FakeEngineClient client([](const HttpRequest& request, int) {
        FakeReply reply = answer("x");
        if (request.body.find("gone") != std::string::npos) reply.status = 404;
        return reply;
    });
    const RunReport report = fixture.run(client);
    CHECK(report.engines[0].sent == 5);
    CHECK_FALSE(report.engines[0].stopped_reason.empty());
    CHECK(report.engines[1].sent == 6);
}

TEST_CASE("engines on different origins run side by side") {
    RunnerFixture fixture(2, 2);
    fixture.add_engine("e2", "http://one:2");
    // The first answer of each is held until both are in flight: alone, neither would end.
    FakeEngineClient* here = nullptr;
    FakeEngineClient client([&](const HttpRequest&, int call) {
        FakeReply reply = answer("x");
        reply.hold = call < 2;
        return reply;
    });
    here = &client;
    int held = 0;
    client.on_held = [&] {
        if (++held == 2) here->release();
    };
    const RunReport report = fixture.run(client);
    CHECK(report.engines[0].sent == 4);
    CHECK(report.engines[1].sent == 4);
    REQUIRE(client.log.size() >= 2);
    CHECK(client.log[0].starts_with("+http://one:1"));
    CHECK(client.log[1].starts_with("+http://one:2"));
}

TEST_CASE("B04: two engines of one URL and model are told apart by what else they send") {
    RunnerFixture fixture(1, 1);
    EngineConfig& other = fixture.add_engine("e2", "http://one:1");
    other.extra_body = json::make_object();
    other.extra_body.set("reasoning_effort", json::make_string("low"));
    FakeEngineClient client(counted);
    (void)fixture.run(client);
    const auto reader = fixture.reader();
    CHECK(reader->attempts(fixture.key("a", 0, "e1"), false)->front().request_sha256 !=
          reader->attempts(fixture.key("a", 0, "e2"), false)->front().request_sha256);
    CHECK(reader->completion(fixture.key("a", 0, "e2"))->content.text == "answer 1");
}

TEST_CASE("verdicts of the observer are kept with the trial") {
    RunnerFixture fixture(1, 2);
    fixture.observer.verdict_of = [](const TrialRow& trial) {
        VerdictRow verdict;
        verdict.key = trial.key;
        verdict.scorer_version = "v";
        verdict.points = trial.key.k;
        return std::vector<VerdictRow>{verdict};
    };
    FakeEngineClient client(counted);
    (void)fixture.run(client);
    auto raw = sqlite::Database::open(fixture.path(), sqlite::OpenMode::read_only);
    REQUIRE(raw);
    CHECK(raw->integer("SELECT count(*) FROM run_result WHERE points=k").value() == 2);
}

TEST_CASE("the key goes into the request and nowhere else") {
    RunnerFixture fixture(1, 1);
    fixture.add_engine("e2", "http://one:2");
    FakeEngineClient client(counted);
    (void)fixture.run(client, {{"e1", "sentinel-key-123"}});
    REQUIRE(client.asked.size() == 2);
    const bool first_is_e1 = client.asked[0].url.starts_with("http://one:1");
    CHECK(client.asked[first_is_e1 ? 0 : 1].api_key == "sentinel-key-123");
    CHECK(client.asked[first_is_e1 ? 1 : 0].api_key.empty());
    auto raw = sqlite::Database::open(fixture.path(), sqlite::OpenMode::read_only);
    CHECK(raw->integer("SELECT count(*) FROM engine WHERE settings_json LIKE '%sentinel%' OR "
                       "fingerprint_start LIKE '%sentinel%'")
              .value() == 0);
}

TEST_CASE("a replaced secret is flagged, and the texts are those of what is kept") {
    RunnerFixture fixture(1, 1);
    FakeEngineClient client([](const HttpRequest&, int) {
        FakeReply reply = answer("your key is [secret]");
        reply.secret_replaced = true;
        return reply;
    });
    (void)fixture.run(client);
    const auto completion = fixture.reader()->completion(fixture.key("a", 0));
    CHECK(completion->content.text == "your key is [secret]");
    CHECK(completion->has_flag("secret_replaced"));
}

TEST_CASE("a failing store stops the run and says so") {
    class FullDisk final : public StoreWriter {
      public:
        explicit FullDisk(std::unique_ptr<StoreWriter> real) : real_(std::move(real)) {}
        Result<void> add_experiment(const ExperimentRow& row) override {
            return real_->add_experiment(row);
        }
        Result<void> set_engine(const std::string& experiment, const EngineRow& row) override {
            return real_->set_engine(experiment, row);
        }
        Result<void> add_attempt(const AttemptRow& row) override { return real_->add_attempt(row); }
        Result<void> add_trial(const TrialRow& row) override {
            if (++trials_ > 2) return fail("the disk is full");
            return real_->add_trial(row);
        }
        Result<void> reopen_trial(const TrialKey& key) override { return real_->reopen_trial(key); }
        Result<void> put_verdict(const VerdictRow& row) override { return real_->put_verdict(row); }
        Result<void> set_suite(const std::string& experiment, const SuiteSelection& s) override {
            return real_->set_suite(experiment, s);
        }
        Result<void> set_plan(const std::string& experiment, const std::string& plan,
                              const std::string& text) override {
            return real_->set_plan(experiment, plan, text);
        }
        Result<void> put_judgement(const JudgementRow& row) override {
            return real_->put_judgement(row);
        }
        Result<void> set_judge(const std::string& experiment, const ExperimentJudge& j) override {
            return real_->set_judge(experiment, j);
        }
        Result<void> set_judged_fields(const std::string& experiment, const std::string& suite,
                                       const JudgedFields& fields) override {
            return real_->set_judged_fields(experiment, suite, fields);
        }
        Result<void> begin() override { return real_->begin(); }
        Result<void> commit() override { return real_->commit(); }
        void rollback() override { real_->rollback(); }

      private:
        std::unique_ptr<StoreWriter> real_;
        int trials_ = 0;
    };
    RunnerFixture fixture(2, 3);
    fixture.before_start = [](StopControl& stop) { stop.cancel(); };
    FakeEngineClient client(counted);
    (void)fixture.run(client);  // adds the experiment, sends nothing
    fixture.before_start = nullptr;
    auto writer = StoreWriter::open(fixture.path());
    REQUIRE(writer);
    const RunReport report = fixture.run_on(client, std::make_unique<FullDisk>(std::move(*writer)));
    CHECK(report.store_error == "the disk is full");
    CHECK_FALSE(report.interrupted);
    CHECK(report.engines[0].sent == 2);
    CHECK(report.engines[0].missing == 4);
    CHECK(client.asked.size() == 3);
    CHECK(fixture.stored().size() == 2);
}
