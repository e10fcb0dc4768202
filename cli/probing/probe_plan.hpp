// Turns what the user gave (a config, or a URL and a model) into the plan of a probe: one request
// at a time, prompt by prompt, temperature 0, no stream, log probabilities. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/experiment_config.hpp"

namespace kilter {

inline constexpr int k_probe_runs = 10;  // N, unless the user says otherwise

struct ProbeTarget {  // without a config
    std::string url, model;
    std::string api_key_env;  // empty: no key is sent
    Dialect dialect = Dialect::automatic;
};

bool is_url(std::string_view word);

// One engine, named after the model. An error says what is wrong with the URL.
Result<ExperimentConfig> config_of(const ProbeTarget& target);

// Changes the plan into one of a probe; what the config had said otherwise and a probe does its own
// way comes back in words, a line each.
std::vector<std::string> make_probe_plan(ExperimentConfig& config, int runs, bool cold);

// What the engine may be asked for, where that is fewer than the plan asks for.
void set_limit(EngineConfig& engine, int top);

}  // namespace kilter
