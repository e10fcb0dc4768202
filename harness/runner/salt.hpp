// The salt that keeps an engine from reusing a prefix: hex digits from SHA-256, new for every
// attempt, the same wherever it is computed again. Not a secret. Pure, any thread.
#pragma once

#include <string>

#include "harness/store/rows.hpp"

namespace kilter {

// The same for all trials of an engine in an experiment: its arm has a prefix cache of its own.
std::string arm_salt_of(const TrialKey& key);

// k_salt_length hex digits, different for every attempt of every trial.
std::string salt_of(const TrialKey& key, int attempt);

}  // namespace kilter
