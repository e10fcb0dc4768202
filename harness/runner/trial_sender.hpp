// Sends one trial: its attempts, with the waits between them, each kept in the store before the
// next step; the last one of a final trial is handed back, to be kept with it. Decides nothing
// about order or pausing and writes no trial row. Loop's thread.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <string>

#include "base/portable_random.hpp"
#include "harness/engine/identity.hpp"
#include "harness/runner/body_room.hpp"
#include "harness/runner/run_state.hpp"
#include "harness/wire/request.hpp"

namespace kilter {

// Where the requests of an engine go.
struct EngineTarget {
    const EngineConfig* config = nullptr;
    std::string url;
    std::string api_key;  // goes into HttpRequest and nowhere else
    bool stream = false;
    PortableRandom jitter{0};
};

struct TrialTask {
    TrialKey key;
    std::shared_ptr<const RequestBytes> request;
    int earlier_attempts = 0;  // of other sessions
};

struct FinalTrial {
    TrialRow row;
    AttemptRow attempt;     // the last one, not kept yet
    int http_status = 0;    // of the last attempt
    BodyRoom::Place place;  // of the attempt's body, until it is kept
};

// nullptr: not final (stopped, interrupted, or the store failed); the attempts are kept all the
// same. `state` and `target` outlive the call.
boost::asio::awaitable<std::unique_ptr<FinalTrial>> send_trial(RunState& state,
                                                               EngineTarget& target,
                                                               TrialTask task);

// identify(), given up as soon as the run is asked to stop: then not reachable.
boost::asio::awaitable<EngineIdentity> identify_unless_stopped(RunState& state, EngineConfig engine,
                                                               std::string api_key);

}  // namespace kilter
