// Loads what the user named on the command line (config, suites, store), and says on stderr what is
// wrong with it. nullopt or nullptr: a problem was printed, exit with k_exit_usage.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/experiment_config.hpp"
#include "harness/store/store_reader.hpp"
#include "suites/suite.hpp"

namespace kilter {

inline constexpr const char* k_default_config = "kilter.yaml";
inline constexpr const char* k_default_store = "kilter.db";

// `path` empty: kilter.yaml in the current folder.
std::optional<ExperimentConfig> load_config_or_complain(const std::string& path);
std::shared_ptr<const Suite> load_suite_or_complain(const std::filesystem::path& path);
// All suites of a config, in its order; two with one name are an error.
std::optional<std::vector<std::shared_ptr<const Suite>>> load_suites_or_complain(
    const std::vector<std::filesystem::path>& paths);

// `option`: --store; empty: the store of kilter.yaml here, else kilter.db here.
std::filesystem::path store_path(const std::string& option);
std::unique_ptr<StoreReader> open_store_or_complain(const std::string& option);
// As resolve_experiment; complains, also where `kind` is given and the experiment is of another.
std::optional<std::string> experiment_or_complain(StoreReader& reader, const std::string& word,
                                                  const std::string& kind = {});
// One over a suite: probes and sweeps have no gold, so no board, and are shown by their command.
std::optional<std::string> suite_experiment_or_complain(StoreReader& reader,
                                                        const std::string& word);

}  // namespace kilter
