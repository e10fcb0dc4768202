// What the engines of one run share: where they ask, where they keep, whom they tell, and how far
// the run has come. Owned by Runner::run(). Loop's thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <map>
#include <string>

#include "base/clock.hpp"
#include "harness/engine/engine_client.hpp"
#include "harness/runner/body_room.hpp"
#include "harness/runner/run_plan.hpp"
#include "harness/runner/runner.hpp"
#include "harness/runner/stop_state.hpp"
#include "harness/runner/turns.hpp"
#include "harness/store/async_store.hpp"

namespace kilter {

struct RunState {
    boost::asio::any_io_executor executor;
    EngineClient& client;
    AsyncStore& store;
    const Clock& clock;
    RunObserver& observer;
    StopState& stop;
    RunPlan plan;
    std::map<TrialKey, int> attempts;  // of earlier sessions
    Progress progress;
    std::string store_error;
    BodyRoom body_room{executor};
    Turns beginnings{executor};  // of requests

    void tell_progress() { observer.on_progress(progress); }
    // The run cannot keep what it measures: it ends, in-flight transfers too.
    void store_failed(const Error& error) {
        if (store_error.empty()) store_error = error.message;
        stop.abort();
    }
};

}  // namespace kilter
