// Asks one engine who it is, before anything is planned for it. Owns the loop while it asks.
#pragma once

#include <string>

#include "harness/engine/identity.hpp"

namespace kilter {

// While the engine loads its model, that is said on stderr.
EngineIdentity identify_engine(const EngineConfig& engine, const std::string& api_key);

}  // namespace kilter
