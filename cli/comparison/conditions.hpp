// Under what an engine of an experiment was measured, as named settings: those that two sides of a
// comparison must have in common, and those that may be the switch under test. Pure, any thread.
#pragma once

#include <string>

#include "base/result.hpp"
#include "config/experiment_config.hpp"
#include "harness/store/rows.hpp"
#include "scorers/comparison/likeness.hpp"

namespace kilter {

struct MeasuredCondition {
    NamedSettings binding;  // K, sampling, length: unlike ones are refused
    NamedSettings free;     // settings of the engine and of the transport
    bool known = false;     // false: imported answers, of which only K is known
};

Result<MeasuredCondition> condition_of(const ExperimentRow& experiment, const std::string& engine);

// Why the two cannot be compared, in one line that names the fields and both values; empty: they
// can. `suite`: of both.
std::string unlike(const MeasuredCondition& a, const MeasuredCondition& b);
std::string unlike_suites(const SuiteSelection& a, const SuiteSelection& b,
                          const std::string& version_a, const std::string& version_b);

}  // namespace kilter
