// Reads a config from YAML: every unknown key, duplicate key and wrong type is gathered with
// file:line:column. ${VAR} and ${VAR:-default} expand from the environment, in scalars only; the
// text before expansion is kept. `extends` copies another engine of the same file. One thread.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "base/result.hpp"
#include "config/experiment_config.hpp"

namespace kilter {

// The value of an environment variable; nullopt: not set.
using Environment = std::function<std::optional<std::string>(std::string_view)>;
Environment process_environment();

// nullopt and at least one error where the config cannot be used.
std::optional<ExperimentConfig> load_config(const std::filesystem::path& path,
                                            const Environment& environment,
                                            Diagnostics& diagnostics);
// The same of a text in memory. `path` is where it would lie: the paths in it are relative to its
// folder, and messages name it; no such file need be there.
std::optional<ExperimentConfig> parse_config(std::string_view text,
                                             const std::filesystem::path& path,
                                             const Environment& environment,
                                             Diagnostics& diagnostics);

// `request.temperature=0.6`, `request.max_tokens=64` and so on (rerun --set); an error names the
// key and what it takes.
Result<void> apply_setting(ExperimentConfig& config, std::string_view assignment);

// stop_loops cuts streams; an answer that comes whole cannot be cut. The error says what to change.
inline constexpr int k_fewest_repeats = 2, k_most_repeats = 1'000'000;
Result<void> check_stop_loops(const ExperimentConfig& config);

// What is kept of a plan in a store and makes its digest: JSON without secrets, and back.
// The engines, request, runs and order of the result are those that went in.
std::string plan_to_json(const ExperimentConfig& config);
Result<ExperimentConfig> plan_from_json(std::string_view text);

}  // namespace kilter
