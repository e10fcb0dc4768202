// Reads one arm of an isolation out of a store: what its runs show of each item, what the engine
// told that proves a switch, when trials were under way. One thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/isolation/hook.hpp"
#include "config/experiment_config.hpp"
#include "harness/store/store_reader.hpp"
#include "scorers/hints/hints.hpp"
#include "scorers/isolation/arm_tests.hpp"
#include "scorers/isolation/liveness.hpp"
#include "suites/suite.hpp"

namespace kilter {

// The outputs of an item by number, shared by all arms, so that equal outputs have equal numbers.
class OutputNumbers {
  public:
    int of(const std::string& item, const std::string& signature);

  private:
    std::map<std::string, std::map<std::string, int>> known_;
};

struct ArmItemFacts {
    std::vector<HintRun> runs;               // valid ones, in the order of sending
    std::vector<std::string> contents;       // signatures at level content
    std::optional<long long> prompt_tokens;  // the most that a valid run tells
};

struct ArmFacts {
    ArmRuns runs;
    ArmSeen seen;
    std::map<std::string, ArmItemFacts> items;  // by suite/id
    std::vector<Launch> launches;
    long long stored = 0, failed = 0, http_errors = 0;
    long long short_items = 0;
    std::string first_error;
};

struct ArmReading {
    const ExperimentRow& experiment;
    const EngineRow& engine;
    bool with_shapes = false;  // hold answers against their schema: needs their texts
    int turns = 1;             // in which the arm was sent
};

Result<ArmFacts> read_arm_facts(StoreReader& reader, const ArmReading& reading,
                                const std::vector<Suite>& suites, OutputNumbers& numbers);

// What the plan asked of an arm, as far as a switch changes it.
ArmAsked asked_of(const ExperimentConfig& plan, const EngineConfig& arm, bool hook,
                  const std::vector<Suite>& suites);

}  // namespace kilter
