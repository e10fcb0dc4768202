// The part of a board row's JSON beyond its headline numbers: stability and vote in detail. Keys
// are explained in docs/formats.md. Pure, any thread.
#pragma once

#include "reports/json_numbers.hpp"
#include "scorers/summary/engine_summary.hpp"

namespace kilter {

ReportJson stability_json(const EngineSummary& summary);
ReportJson voting_json(const EngineSummary& summary);

// Shared with `show`.
ReportJson rate_json(const Rate& rate);  // {count, of, rate}; rate null where of is 0
ReportJson relative_json(const std::optional<RelativePosition>& relative);
ReportJson cluster_measures_json(const ClusterMeasures& measures);

}  // namespace kilter
