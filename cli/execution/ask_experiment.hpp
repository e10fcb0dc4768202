// Sends what is missing of an experiment and keeps it: store, lock, keys, loop, signals, progress.
// What run, rerun, probe, isolate and sweep share. Knows no board and no judge. Owns the loop while
// it runs.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "base/clock.hpp"
#include "cli/execution/experiment_store.hpp"
#include "harness/runner/runner.hpp"
#include "harness/store/experiment_lock.hpp"

namespace kilter {

// An experiment of this process: nobody else asks for it as long as this lives.
struct OpenExperiment {
    ExperimentChoice choice;
    std::unique_ptr<StoreReader> reader;
    std::unique_ptr<StoreWriter> writer;  // null once send_missing has taken it
    ExperimentLock lock;
    std::map<std::string, std::string> api_keys;  // by engine
};

// Finds the experiment that the request goes on with, or makes it. An error is one of usage: a key
// that is not set, a store that cannot be used or is in use.
Result<OpenExperiment> open_experiment(const ExperimentRequest& request, const Clock& clock);

// Once. Sends every missing trial; progress and notices go to stderr. A report without engines:
// nothing was missing.
Result<RunReport> send_missing(OpenExperiment& opened, const ExperimentRequest& request,
                               const Clock& clock);

// False: the store's file is gone, which was said.
bool store_is_there(const std::filesystem::path& store);

// On stderr: that all is stored, or that trials which an earlier session left failed are among
// them, and how they are sent again. `failed`: of the choice.
void say_nothing_to_send(long long failed);
void say_earlier_failures(long long failed);

// Says on stderr what went wrong. `code`, or what overrides it: the store could not be written (3),
// interrupted (130), no engine passed preflight (4).
int after_sending(const RunReport& report, int code);

// The line that names the experiment and its store.
void say_where(const std::filesystem::path& store, const std::string& experiment);

struct Asked {
    std::string experiment;
    RunReport report;  // without engines: everything was stored already
};

// open_experiment and send_missing in one, for what is shown from the store alone.
Result<Asked> ask_experiment(const ExperimentRequest& request, const Clock& clock);

}  // namespace kilter
