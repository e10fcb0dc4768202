// Reads an engine's rules for logprobs from the YAML of a scenario; mistakes go to the diagnostics
// with their place. The keys are documented in harness/sim/README.md. One thread.
#pragma once

#include <string>

#include "base/diagnostics.hpp"
#include "base/source_tree.hpp"
#include "harness/sim/logprobs.hpp"

namespace kilter {

// `what` names the engine in messages. Defaults stand where something cannot be read.
LogprobRules read_logprob_rules(const tree::Node& node, const std::string& file,
                                const std::string& what, Diagnostics& diagnostics);

}  // namespace kilter
