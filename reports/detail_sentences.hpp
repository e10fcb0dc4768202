// What the details of a row's stability add in words, each only where it helps a decision: where
// fields waver, what a vote hides, what the first run, the prompt's length and the prefix cache
// have to do with it. Evidence, never a cause. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "scorers/summary/engine_summary.hpp"

namespace kilter {

// Full sentences, safe text, one line each.
std::vector<std::string> detail_sentences(const EngineSummary& summary);

}  // namespace kilter
