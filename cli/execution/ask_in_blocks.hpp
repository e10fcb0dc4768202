// Sends an isolation arm after arm, with the command that an arm wants before it. What is stored is
// not sent again, and its command not run again. Owns the loop while it runs.
#pragma once

#include <filesystem>

#include "base/clock.hpp"
#include "cli/execution/ask_experiment.hpp"

namespace kilter {

// `folder`: where commands run. A command that fails ends its arm, whose trials stay missing; that
// is said, and in the report of the arm's engine. An error is one of usage.
Result<Asked> ask_in_blocks(const ExperimentRequest& request, const std::filesystem::path& folder,
                            const Clock& clock);

}  // namespace kilter
