// An experiment of a store as a list shows it. Pure, any thread.
#pragma once

#include "harness/store/rows.hpp"
#include "harness/store/store_reader.hpp"
#include "reports/list_report.hpp"

namespace kilter {

ListedExperiment listed_experiment(const ExperimentRow& row, const TrialCounts& counts);

}  // namespace kilter
