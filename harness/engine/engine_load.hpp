// How many requests an engine says it has running and waiting, read from its metrics page
// (Prometheus text). An allowlist of gauges; nothing else of the page is looked at or kept. Pure,
// any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "config/experiment_config.hpp"

namespace kilter {

struct EngineLoad {
    long long running = 0;
    std::optional<long long> waiting;  // nullopt: not told
};

// Path of the metrics page below the server's root; empty: engines of this dialect have none that
// tells its requests, so they are not asked.
std::string_view load_page(Dialect dialect);

// Sums a gauge over its label sets (replicas of one server); of the ranks of one replica only rank
// 0 counts. nullopt: no gauge of running requests, or a value that is no number.
std::optional<EngineLoad> read_engine_load(std::string_view page);

}  // namespace kilter
