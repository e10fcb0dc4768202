// The salt that keeps an engine from reusing a prefix: hex digits from SHA-256, new for every
// attempt, the same wherever it is computed again. Not a secret. Pure, any thread.
#pragma once

#include <string>

#include "harness/store/rows.hpp"

namespace kilter {

// k_salt_length hex digits, different for every attempt of every trial.
std::string salt_of(const TrialKey& key, int attempt);

}  // namespace kilter
