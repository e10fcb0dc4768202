// The whole sweep over a real SQLite file; who asks is a fake engine that counts a token for every
// four bytes, and wavers from a length on.
#include "cli/sweeping/sweep_session.hpp"

#include <catch2/catch_all.hpp>

#include "cli/sweeping/padding.hpp"
#include "cli/sweeping/stored_sweep.hpp"
#include "config/load.hpp"
#include "suites/load.hpp"
#include "tests/support/result_printing.hpp"
#include "tests/support/temp_folder.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

class FakeAsker {
  public:
    explicit FakeAsker(const std::filesystem::path& store) {
        writer_ = std::move(StoreWriter::open(store).value());
    }

    Result<Asked> ask(const ExperimentRequest& request) {
        asked.push_back(request);
        ExperimentRow row;
        row.id = "x-" + std::to_string(asked.size());
        row.created_at = "2026-11-29T12:00:00.000Z";
        row.kind = request.kind;
        row.parent = request.parent;
        row.plan_json = plan_to_json(request.config);
        row.runs = request.config.runs;
        const Suite& suite = *request.suites.front().suite;
        SuiteSelection selection;
        selection.suite = suite.name;
        selection.prompts_digest = suite.prompts_digest;
        selection.suite_json = suite_to_json(suite);
        for (const Item& item : suite.items) selection.items.push_back(item.id);
        row.suites = {selection};
        for (const EngineConfig& engine : request.config.engines) {
            EngineRow one;
            one.engine = engine.name;
            one.position = static_cast<int>(row.engines.size());
            row.engines.push_back(one);
        }
        if (const auto added = writer_->add_experiment(row); !added) return added.error();
        for (const EngineConfig& engine : request.config.engines)
            for (const Item& item : suite.items)
                for (int k = 0; k < row.runs; ++k)
                    answer({row.id, engine.name, suite.name, item.id, k}, item);
        Asked out{row.id, {}};
        out.report.interrupted = interrupt_at == static_cast<int>(asked.size());
        return out;
    }

    long long wavers_from = 3000;  // prompt tokens
    bool counts = true;
    int interrupt_at = 0;  // the request that is cut short, from 1
    std::vector<ExperimentRequest> asked;

  private:
    void answer(const TrialKey& key, const Item& item) {
        const auto tokens = static_cast<long long>(item.messages.front().content.size() / 4);
        TrialRow trial;
        trial.key = key;
        trial.outcome = Outcome::answered;
        trial.completion.content = {TextState::text,
                                    tokens >= wavers_from && key.k == 1 ? "b" : "a"};
        trial.completion.finished = true;
        if (counts) trial.completion.usage.prompt_tokens = tokens;
        REQUIRE(writer_->add_trial(trial));
    }

    std::unique_ptr<StoreWriter> writer_;
};

SweepRequest request_of(const std::filesystem::path& store) {
    SweepRequest request;
    request.config.store = store;
    request.config.runs = 4;
    EngineConfig engine;
    engine.name = "e";
    engine.base_url = "http://127.0.0.1:1/v1";
    engine.model = "m";
    request.config.engines = {engine};
    request.lengths = {1024, 4096};
    return request;
}

}  // namespace

TEST_CASE("sweep: calibrates, asks for the cells, and bisects between them") {
    const TempFolder folder;
    const auto store = folder / "s.db";
    FakeAsker fake(store);
    SweepRequest request = request_of(store);
    request.width = 400;
    const auto done =
        run_sweep(request, [&fake](const ExperimentRequest& one) { return fake.ask(one); });
    REQUIRE(done);
    // Two short prompts at one token, one run each; then the two lengths; then (1024, 4096] at
    // 2560, 3328 and 2944: (2944, 3328] is 384 wide.
    REQUIRE(fake.asked.size() == 5);
    CHECK(fake.asked[0].suites.front().suite->name == k_sweep_calibration);
    CHECK(fake.asked[0].config.runs == 1);
    CHECK(fake.asked[0].config.request.max_tokens == 1);
    CHECK(fake.asked[1].parent == "x-1");
    for (const ExperimentRequest& one : fake.asked) {
        CHECK(one.kind == "sweep");
        CHECK_FALSE(one.score);
    }
    CHECK(fake.asked[2].parent == done->experiment);
    CHECK(done->bisections.at("e") == BisectionEnd::narrow);
    const auto reader = StoreReader::open(store);
    REQUIRE(reader);
    const auto report = build_sweep(**reader, done->experiment, Level::full);
    REQUIRE(report);
    std::vector<long long> values;
    for (const SweepCell& cell : report->cells) values.push_back(cell.value);
    CHECK(values == std::vector<long long>{1024, 2560, 2944, 3328, 4096});
    REQUIRE(report->thresholds.size() == 1);
    CHECK(report->thresholds[0].low == 2944);
    CHECK(report->thresholds[0].high == 3328);
    CHECK(report->whole());
    CHECK(find_sweep(**reader, "latest").value() == done->experiment);
    CHECK(find_sweep(**reader, done->experiment).value() == done->experiment);
    CHECK_FALSE(find_sweep(**reader, "y"));
    CHECK_FALSE(build_sweep(**reader, "x-1", Level::full));  // a calibration is no sweep
}

TEST_CASE("sweep: concurrency makes an arm of each engine for each number of requests") {
    const TempFolder folder;
    const auto store = folder / "s.db";
    FakeAsker fake(store);
    SweepRequest request = request_of(store);
    request.lengths = {512};
    request.concurrency = {1, 4};
    const auto done =
        run_sweep(request, [&fake](const ExperimentRequest& one) { return fake.ask(one); });
    REQUIRE(done);
    REQUIRE(fake.asked.size() == 2);
    const auto& engines = fake.asked[1].config.engines;
    REQUIRE(engines.size() == 2);
    CHECK(engines[0].name == "e-c1");
    CHECK(engines[1].name == "e-c4");
    CHECK(engines[1].concurrency == 4);
    const auto reader = StoreReader::open(store);
    const auto report = build_sweep(**reader, done->experiment, Level::full);
    REQUIRE(report);
    REQUIRE(report->cells.size() == 2);
    CHECK(report->axis == SweepAxis::concurrency);
    CHECK(report->cells[1].engine == "e");
    CHECK(report->cells[1].value == 4);
    CHECK(report->cells[1].prompt_tokens == 512);
}

TEST_CASE("sweep: an engine that does not count cannot be swept") {
    const TempFolder folder;
    FakeAsker fake(folder / "s.db");
    fake.counts = false;
    const auto done = run_sweep(request_of(folder / "s.db"),
                                [&fake](const ExperimentRequest& one) { return fake.ask(one); });
    REQUIRE_FALSE(done);
    CHECK(done.error().message.find("no engine told how many tokens") == 0);
    CHECK(fake.asked.size() == 1);
}

TEST_CASE("sweep: interrupted, it asks for nothing more") {
    for (const int at : {1, 2, 3}) {
        INFO(at);
        const TempFolder folder;
        FakeAsker fake(folder / "s.db");
        fake.interrupt_at = at;
        SweepRequest request = request_of(folder / "s.db");
        request.width = 400;
        const auto done =
            run_sweep(request, [&fake](const ExperimentRequest& one) { return fake.ask(one); });
        REQUIRE(done);
        CHECK(done->report.interrupted);
        CHECK(static_cast<int>(fake.asked.size()) == at);
        CHECK(done->experiment.empty() == (at == 1));
    }
}
