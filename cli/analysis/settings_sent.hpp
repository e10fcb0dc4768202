// Do the settings of a rerun reach its engines? A dialect may have no word for one, and a remedy
// that was never sent must not stand there as tried. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/experiment_config.hpp"
#include "harness/store/rows.hpp"

namespace kilter {

// The settings (KEY=VALUE, applied to `config` already) for people, with the engines that are not
// sent one: "request.top_k=5 (not sent to stock)". An error where no engine is sent one, and where
// a key stands twice. `measured`: the dialects that engines turned out to speak.
Result<std::vector<std::string>> settings_as_sent(const ExperimentConfig& config,
                                                  const std::vector<EngineRow>& measured,
                                                  const std::vector<std::string>& settings);

}  // namespace kilter
