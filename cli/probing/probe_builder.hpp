// Reads a stored probe and compares its answers: raw bodies in, report out. Sends nothing. One
// thread.
#pragma once

#include <string>

#include "base/result.hpp"
#include "config/experiment_config.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/probe_model.hpp"
#include "suites/suite.hpp"

namespace kilter {

// An error: there is no such experiment, it is no probe, or a body is not there.
Result<ProbeReport> build_probe(StoreReader& reader, const std::string& experiment);

// What is known of an engine that was not asked: each prompt unsupported, with the reason.
ProbedEngine unprobed_engine(const EngineConfig& engine, const Suite& suite, std::string reason,
                             std::string problem);

// Kept with the experiment as notes of its engine, so that a stored probe can say it again.
void note_limit(EngineConfig& engine, const std::string& reason);

}  // namespace kilter
