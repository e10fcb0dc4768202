// The evidence of a board row as JSON; keys: docs/evidence.md. Pure, any thread.
#pragma once

#include "reports/json_numbers.hpp"
#include "scorers/evidence/evidence.hpp"

namespace kilter {

ReportJson evidence_json(const EvidenceSummary& evidence);
// Adds what the speeds rest on, and the prefill speed, to the object `speed`.
void add_speed_json(const SpeedEvidence& evidence, ReportJson& speed);

}  // namespace kilter
