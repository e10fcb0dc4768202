// What the connections of one simulated engine share. Lives until the last of them ends. Loop's
// thread.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "harness/sim/ask_log.hpp"
#include "harness/sim/scenario.hpp"

namespace kilter {

struct SimState {
    explicit SimState(std::shared_ptr<const Scenario> the_scenario)
        : scenario(std::move(the_scenario)) {}

    std::shared_ptr<const Scenario> scenario;
    AskLog asks;
    bool stopped = false;
    int in_flight = 0;  // chat requests received and not yet answered
    int peak_in_flight = 0;
    long long requests = 0;                // chat requests that were counted so far
    std::map<std::string, int> path_asks;  // of Scenario::paths
    std::set<std::string> cached_prompts;  // model, prompt and salt of each that was asked
    std::map<std::string, int> crowded;    // requests in company so far, by what counts together
};

}  // namespace kilter
