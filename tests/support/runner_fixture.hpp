// A whole run on a fake engine and a real store file: config, suite, observer, and run() that goes
// on where the store left off, as the command does. Loop's thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "harness/runner/runner.hpp"
#include "harness/store/store_reader.hpp"
#include "harness/store/store_writer.hpp"
#include "tests/support/fake_engine_client.hpp"
#include "tests/support/result_printing.hpp"
#include "tests/support/temp_folder.hpp"

namespace kilter::test {

class StillClock final : public Clock {
  public:
    std::chrono::system_clock::time_point now() const override { return {}; }
    std::chrono::steady_clock::time_point steady_now() const override { return {}; }
};

class RecordingObserver final : public RunObserver {
  public:
    std::vector<VerdictRow> on_trial(const TrialRow& trial, const Item& item) override;
    void on_progress(const Progress& progress) override;
    void on_notice(const std::string& engine, const std::string& line) override;

    std::vector<std::string> trials;
    std::vector<std::string> notices;
    Progress last;
    std::function<std::vector<VerdictRow>(const TrialRow&)> verdict_of;
    std::function<void(const Progress&)> on_step;
};

struct RunnerFixture {
    TempFolder folder;
    ExperimentConfig config;
    std::shared_ptr<Suite> suite = std::make_shared<Suite>();
    RecordingObserver observer;
    StopControl* stop = nullptr;  // while run() is on
    std::function<void(StopControl&)> before_start;
    std::string experiment = "x1";

    // Items named a, b, c, ...; one engine "e1" at http://one:1.
    explicit RunnerFixture(int items = 2, int runs = 3);

    EngineConfig& add_engine(const std::string& name, const std::string& base_url);
    std::filesystem::path path() const { return folder / "k.db"; }
    std::unique_ptr<StoreReader> reader() const;
    std::set<TrialKey> stored() const;
    TrialKey key(const std::string& item, int k, const std::string& engine = "e1") const;
    RunPlan plan() const;

    // One session. The experiment is added at the first one.
    RunReport run(FakeEngineClient& client, std::map<std::string, std::string> api_keys = {});
    RunReport run_on(FakeEngineClient& client, std::unique_ptr<StoreWriter> writer,
                     std::map<std::string, std::string> api_keys = {});
};

}  // namespace kilter::test
