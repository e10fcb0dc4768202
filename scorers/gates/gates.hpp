// Do the config's gates hold for a board row? A gate already violated fails even with trials
// missing; otherwise anything missing, failed, unscored or short is inconclusive. An error never
// becomes a pass. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/experiment_config.hpp"
#include "scorers/summary/engine_summary.hpp"

namespace kilter {

// left_out: the gate says nothing about this row; neither a pass nor a failure.
enum class GateState { holds, fails, inconclusive, left_out };
std::string_view to_word(GateState state);

struct GateResult {
    std::string engine, suite;
    std::string gate;  // min_points, max_unstable, ...
    GateState state = GateState::holds;
    std::string line;  // "points 95.33 < min_points 97"
};

// What a row's points can be held against.
struct GateScope {
    long long suite_items = 0;  // of the whole suite; more than were sent: min_points is left out
    double points_waiting = 0;  // for a judge that the experiment has
};

std::vector<GateResult> check_gates(const Gates& gates, const std::string& engine,
                                    const std::string& suite, const EngineSummary& summary,
                                    const GateScope& scope = {});

// Exit code of a board: 1 a gate fails; 3 something missing, failed, unscored, short or K below
// min_runs; else 0.
int exit_code(const std::vector<GateResult>& gates, const std::vector<const EngineSummary*>& rows);

}  // namespace kilter
