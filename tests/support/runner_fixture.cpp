#include "tests/support/runner_fixture.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <catch2/catch_all.hpp>
#include <utility>

namespace kilter::test {

std::vector<VerdictRow> RecordingObserver::on_trial(const TrialRow& trial, const Item& item) {
    trials.push_back(trial.key.engine + ":" + item.id + ":" + std::to_string(trial.key.k));
    if (verdict_of) return verdict_of(trial);
    return {};
}

void RecordingObserver::on_progress(const Progress& progress) {
    last = progress;
    if (on_step) on_step(progress);
}

void RecordingObserver::on_notice(const std::string& engine, const std::string& line) {
    notices.push_back(engine + "> " + line);
}

RunnerFixture::RunnerFixture(int items, int runs) {
    config.runs = runs;
    config.request.stream = false;
    suite->name = "s";
    suite->prompts_digest = "p";
    suite->scoring_digest = "d";
    for (int i = 0; i < items; ++i) {
        Item item;
        item.id = std::string(1, static_cast<char>('a' + i));
        Message message;
        message.role = "user";
        message.content = "question " + item.id;
        item.messages.push_back(message);
        suite->items.push_back(item);
    }
    add_engine("e1", "http://one:1");
}

EngineConfig& RunnerFixture::add_engine(const std::string& name, const std::string& base_url) {
    EngineConfig engine;
    engine.name = name;
    engine.base_url = base_url;
    engine.model = "m";
    engine.dialect = Dialect::openai;
    config.engines.push_back(engine);
    return config.engines.back();
}

std::unique_ptr<StoreReader> RunnerFixture::reader() const {
    auto opened = StoreReader::open(path());
    REQUIRE(opened);
    return std::move(*opened);
}

TrialKey RunnerFixture::key(const std::string& item, int k, const std::string& engine) const {
    TrialKey key;
    key.experiment = experiment;
    key.engine = engine;
    key.suite = "s";
    key.item = item;
    key.k = k;
    return key;
}

RunPlan RunnerFixture::plan() const {
    RunPlan plan;
    plan.experiment = experiment;
    plan.config = config;
    PlannedSuite planned;
    planned.suite = suite;
    for (const Item& item : suite->items) planned.items.push_back(&item);
    plan.suites.push_back(planned);
    return plan;
}

std::set<TrialKey> RunnerFixture::stored() const {
    return reader()->stored_keys(experiment).value();
}

RunReport RunnerFixture::run(FakeEngineClient& client,
                             std::map<std::string, std::string> api_keys) {
    auto writer = StoreWriter::open(path());
    REQUIRE(writer);
    if (reader()->experiments()->empty()) {
        ExperimentRow row;
        row.id = experiment;
        row.runs = config.runs;
        SuiteSelection selection;
        selection.suite = "s";
        for (const Item& item : suite->items) selection.items.push_back(item.id);
        row.suites.push_back(selection);
        for (const EngineConfig& engine : config.engines) {
            EngineRow engine_row;
            engine_row.engine = engine.name;
            engine_row.position = static_cast<int>(row.engines.size());
            row.engines.push_back(engine_row);
        }
        REQUIRE((*writer)->add_experiment(row));
    }
    return run_on(client, std::move(*writer), std::move(api_keys));
}

RunReport RunnerFixture::run_on(FakeEngineClient& client, std::unique_ptr<StoreWriter> writer,
                                std::map<std::string, std::string> api_keys) {
    const std::set<TrialKey> there = stored();
    std::map<TrialKey, int> attempts;
    for (const EngineConfig& engine : config.engines) {
        for (const Item& item : suite->items) {
            for (int k = 0; k < config.runs; ++k) {
                const TrialKey cell = key(item.id, k, engine.name);
                const int had = reader()->attempts_of(cell).value();
                if (had > 0 && !there.contains(cell)) attempts[cell] = had;
            }
        }
    }
    boost::asio::io_context loop(1);
    AsyncStore store(loop.get_executor(), std::move(writer));
    const StillClock clock;
    Runner runner(loop.get_executor(), client, store, clock, observer);
    stop = &runner.stop_control();
    if (before_start) before_start(*stop);
    RunReport report;
    std::exception_ptr thrown;
    auto done = [&](std::exception_ptr error, RunReport ended) {
        thrown = error;
        report = std::move(ended);
    };
    boost::asio::co_spawn(loop, runner.run(plan(), there, std::move(attempts), std::move(api_keys)),
                          done);
    loop.run();
    stop = nullptr;
    if (thrown) std::rethrow_exception(thrown);
    return report;
}

}  // namespace kilter::test
