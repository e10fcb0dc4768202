#include "cli/analysis/listed.hpp"

namespace kilter {

ListedExperiment listed_experiment(const ExperimentRow& row, const TrialCounts& counts) {
    ListedExperiment one;
    one.id = row.id;
    one.created_at = row.created_at;
    one.kind = row.kind;
    one.parent = row.parent;
    one.runs = row.runs;
    for (const SuiteSelection& suite : row.suites) one.suites.push_back(suite.suite);
    for (const EngineRow& engine : row.engines) one.engines.push_back(engine.engine);
    one.planned = counts.planned;
    one.stored = counts.stored;
    one.failed = counts.failed;
    return one;
}

}  // namespace kilter
