// The two digests of a suite: what reaches an engine, and what scores an answer. SHA-256 over
// canonical JSON; a suite that only changes gold keeps its prompts digest. Pure, any thread.
#pragma once

#include <string>

#include "suites/suite.hpp"

namespace kilter {

std::string prompts_digest(const Suite& suite);
std::string scoring_digest(const Suite& suite);

}  // namespace kilter
