// What an isolation found, as plain data: its arms beside the A/A arm, whether each switch was
// live, hints, and what was not tried. Filled by cli/isolation. Any thread.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scorers/hints/hints.hpp"
#include "scorers/isolation/arm_tests.hpp"
#include "scorers/isolation/liveness.hpp"

namespace kilter {

struct IsolateLaunch {  // a command that ran before the arm
    std::string id, command, started_at, output;
    double seconds = 0;
    int exit_code = 0;
    bool cut = false;  // not all of its output was kept
};

struct IsolateArm {
    std::string arm, change;
    std::vector<std::string> switches;
    std::optional<bool> live;  // nullopt: nobody tells; of baseline and A/A always
    std::vector<LiveCheck> checks;
    long long planned = 0, stored = 0, failed = 0;  // trials
    // A switch of kilter's that the engine refused in every trial: its own words. Such an arm was
    // not measured, and is no failure of the experiment.
    std::string refused;
    ArmRate unstable, value_flips;
    long long short_items = 0;  // with two valid runs or more, and fewer than K
    std::vector<std::string> unstable_items;
    ArmComparison versus_aa;  // empty for the A/A arm
    // Paired items none of whose contents came in both this arm and A/A.
    long long disjoint = 0, disjoint_of = 0;
    // Items for which the engine counted other prompt tokens than in A/A.
    std::vector<std::string> other_prompts;
    std::vector<IsolateLaunch> launches;

    long long missing() const { return planned - stored; }
};

struct IsolateHint {
    std::string arm;  // empty: over arms
    Hint hint;
};

struct IsolateReport {
    std::string experiment, items_from;  // items_from: the experiment that chose them; may be empty
    std::string engine, dialect;
    std::string design, schedule;
    std::string level = "full";
    bool own_arms = false;
    int runs = 0;                                                // K
    std::vector<std::string> items;                              // suite/id
    std::vector<IsolateArm> arms;                                // baseline, A/A, the others
    std::vector<std::pair<std::string, std::string>> not_tried;  // switch, reason
    std::vector<IsolateHint> hints;

    // Trials missing or failed, but for arms that the engine refused.
    bool partial() const;
};

}  // namespace kilter
