// Sends every missing cell of a plan, keeps every attempt, and reports. Engines on different origins
// run side by side, each within its own concurrency; engines on one origin one after the other, or in
// turns. Knows
// nothing of scoring: what wants to know of a finished trial is an observer. Loop's thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "harness/engine/engine_client.hpp"
#include "harness/runner/run_plan.hpp"
#include "harness/runner/text_watch.hpp"
#include "harness/store/async_store.hpp"

namespace kilter {

struct Progress {
    long long done = 0, total = 0;  // trials of this session and all earlier ones
    int in_flight = 0;
    long long errors = 0;    // failed trials so far
    long long retries = 0;
};

class RunObserver {
  public:
    virtual ~RunObserver() = default;
    // When a trial is final, before its row is written: what it returns is written together with
    // the row. It must not block for long.
    virtual std::vector<VerdictRow> on_trial(const TrialRow& trial, const Item& item) = 0;
    virtual void on_progress(const Progress& progress) = 0;
    // For each attempt that streams: a watch of its texts, or null: it runs to its end.
    virtual std::unique_ptr<TextWatch> watch_texts() { return nullptr; }
    // One line for people: an engine that is unreachable or paused, a retry that waits long.
    virtual void on_notice(const std::string& engine, const std::string& line) = 0;
};

// How the person at the keyboard ends a run: finish() stops issuing and lets what is in flight end;
// cancel() ends that too. Loop's thread.
class StopControl {
  public:
    virtual ~StopControl() = default;
    virtual void finish() = 0;
    virtual void cancel() = 0;
};

struct EngineReport {
    std::string engine;
    std::string stopped_reason;  // empty: went to its end; otherwise unreachable or paused, and why
    bool preflight_passed = false;
    long long sent = 0;      // trials of this session
    long long failed = 0;    // of these, with a failed outcome
    long long missing = 0;   // cells without a stored trial at the end
};

struct RunReport {
    std::vector<EngineReport> engines;
    bool interrupted = false;
    std::string store_error;  // the store could not be written: the run stopped
};

class Runner {
  public:
    // `api_keys`: by engine name; never logged or stored. All references outlive run().
    Runner(boost::asio::any_io_executor executor, EngineClient& client, AsyncStore& store,
           const Clock& clock, RunObserver& observer);
    ~Runner();

    // `stored`: keys already there; `attempts`: how many attempts keys have had in earlier sessions
    // (only of keys that are missing).
    boost::asio::awaitable<RunReport> run(RunPlan plan, std::set<TrialKey> stored,
                                          std::map<TrialKey, int> attempts,
                                          std::map<std::string, std::string> api_keys);
    StopControl& stop_control();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace kilter
