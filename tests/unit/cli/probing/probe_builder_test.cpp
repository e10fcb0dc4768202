// A stored probe read back: a real SQLite file with raw bodies.
#include "cli/probing/probe_builder.hpp"

#include <catch2/catch_all.hpp>

#include "base/sha256.hpp"
#include "cli/probing/probe_plan.hpp"
#include "cli/probing/probe_prompts.hpp"
#include "config/load.hpp"
#include "harness/store/store_writer.hpp"
#include "suites/load.hpp"
#include "tests/support/result_printing.hpp"
#include "tests/support/temp_folder.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string body_of(const std::vector<std::string>& numbers) {
    std::string content;
    for (const std::string& one : numbers) {
        const std::string entry = R"("token":"a","logprob":)" + one;
        content += (content.empty() ? "{" : ",{") + entry + R"(,"top_logprobs":[{)" + entry + "}]}";
    }
    return R"({"choices":[{"index":0,"message":{"content":"a"},"logprobs":{"content":[)" + content +
           R"(]},"finish_reason":"length"}]})";
}

class ProbeStore {
  public:
    explicit ProbeStore(int runs, std::string kind = "probe") {
        ExperimentConfig config = *config_of({"http://h/v1", "m", "", Dialect::openai});
        make_probe_plan(config, runs, false);
        set_limit(config.engines[0], 5);
        note_limit(config.engines[0], "it refuses 6: too many");
        const Suite suite = *probe_suite(prompts_of_texts({"one"}));
        writer_ = std::move(StoreWriter::open(folder_ / "p.db").value());
        ExperimentRow row;
        row.id = "x1";
        row.created_at = "2026-11-29T12:00:00.000Z";
        row.kind = std::move(kind);
        row.runs = runs;
        row.plan_json = plan_to_json(config);
        row.suites = {{"probe", "", "", suite_to_json(suite), nullptr, {}, {"P1-1", "P1-4"}}};
        EngineRow engine;
        engine.engine = "m";
        engine.dialect = "openai";
        row.engines = {engine};
        REQUIRE(writer_->add_experiment(row));
    }

    void answer(const std::string& item, int k, const std::vector<std::string>& numbers) {
        add(item, k, Outcome::truncated_in_answer, body_of(numbers));
    }
    void fail(const std::string& item, int k) { add(item, k, Outcome::http_error, "busy"); }

    ProbedEngine built() {
        const auto reader = StoreReader::open(folder_ / "p.db");
        REQUIRE(reader);
        report_ = build_probe(**reader, "x1").value();
        return report_.engines.at(0);
    }
    Result<ProbeReport> build() {
        const auto reader = StoreReader::open(folder_ / "p.db");
        return build_probe(**reader, "x1");
    }
    const ProbeReport& report() const { return report_; }

  private:
    void add(const std::string& item, int k, Outcome outcome, const std::string& body) {
        AttemptRow attempt;
        attempt.key = {"x1", "m", "probe", item, k};
        attempt.number = 1;
        attempt.started_at = "2026-11-29T12:00:00.000Z";
        attempt.outcome = outcome;
        attempt.body = body;
        attempt.request_body = "{}";
        attempt.request_sha256 = sha256_hex("{}");
        attempt.wire_sha256 = attempt.request_sha256;
        REQUIRE(writer_->add_attempt(attempt));
        TrialRow trial;
        trial.key = attempt.key;
        trial.outcome = outcome;
        trial.request_sha256 = attempt.request_sha256;
        trial.body_sha256 = sha256_hex(body);
        trial.attempts = 1;
        trial.error = is_failed(outcome) ? "HTTP 503" : "";
        trial.completion.usage.cached_tokens = k == 0 ? 0 : 16;
        REQUIRE(writer_->add_trial(trial));
    }

    TempFolder folder_;
    std::unique_ptr<StoreWriter> writer_;
    ProbeReport report_;
};

}  // namespace

TEST_CASE("a stored probe: classes from raw bodies, the limit, cached tokens by request") {
    ProbeStore store(3);
    for (int k = 0; k < 3; ++k) {
        store.answer("P1-1", k, {k == 0 ? "-0.5" : "-0.25"});
        store.answer("P1-4", k, {"-0.25", k == 2 ? "-1" : "-1.5"});
    }
    const ProbedEngine engine = store.built();
    CHECK(engine.model == "m");
    CHECK(engine.cache == "as_is");
    CHECK(engine.top_logprobs == 5);
    CHECK(engine.limit_reason == "it refuses 6: too many");
    REQUIRE(engine.rows.size() == 2);
    CHECK(engine.rows[0].length.first_differs == true);
    CHECK(engine.rows[0].length.max_delta_nats == 0.25);
    CHECK(engine.rows[0].requests[0].cached_tokens == 0);
    CHECK(engine.rows[0].requests[2].cached_tokens == 16);
    CHECK(engine.rows[1].length.positions[0].kind == ProbeClass::identical);
    CHECK(engine.rows[1].requests[2].variant == "B");
    CHECK(engine.verdict.prefill.kind == ProbeClass::values_changed);
    CHECK(engine.verdict.prefills[0].first.n == 6);
    CHECK(engine.verdict.decode.kind == ProbeClass::values_changed);
    CHECK(engine.verdict.decode.first_position == 2);
    CHECK_FALSE(is_inconclusive(store.report()));
}

TEST_CASE("failed, missing and bare answers are told, compared with nothing, and inconclusive") {
    ProbeStore store(4);
    store.answer("P1-1", 0, {"-0.5"});
    store.fail("P1-1", 1);
    store.answer("P1-1", 2, {"-0.5"});
    store.answer("P1-1", 3, {});
    const ProbedEngine engine = store.built();
    CHECK(engine.planned == 8);
    CHECK(engine.stored == 4);
    CHECK(engine.failed == 1);
    const ProbeRow& row = engine.rows[0];
    CHECK(row.length.n == 2);
    CHECK(row.length.positions[0].unlisted == 1);
    CHECK(row.length.kind == ProbeClass::identical);
    CHECK(row.requests[1].variant == "!");
    CHECK(row.requests[3].variant == "-");
    CHECK(engine.rows[1].length.reason == "fewer than two answers");
    CHECK(is_inconclusive(store.report()));
}

TEST_CASE("another kind of experiment is no probe, and an engine that was not asked has its rows") {
    ProbeStore store(2, "run");
    CHECK_THAT(store.build().error().message, ContainsSubstring("is no probe"));
    EngineConfig config;
    config.name = "e";
    const Suite suite = *probe_suite(built_in_prompts());
    const ProbedEngine silent = unprobed_engine(config, suite, "asked for, not there", "");
    CHECK(silent.rows.size() == 6);
    CHECK(silent.rows[0].length.kind == ProbeClass::unsupported);
    CHECK(silent.verdict.prefill.reason == "the engine lists no log probabilities");
    CHECK(unprobed_engine(config, suite, "", "unreachable").verdict.decode.reason ==
          "the engine could not be asked");
}
