// Who answered, as JSON: fingerprints and what the engine said of its requests; keys:
// docs/evidence.md. Pure, any thread.
#pragma once

#include "reports/board_model.hpp"
#include "reports/json_numbers.hpp"

namespace kilter {

ReportJson fingerprints_json(const FingerprintSummary& fingerprints);
ReportJson load_json(const SeenLoad& load);

}  // namespace kilter
