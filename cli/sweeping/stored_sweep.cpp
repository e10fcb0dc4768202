#include "cli/sweeping/stored_sweep.hpp"

#include <algorithm>

#include "cli/analysis/verdicts.hpp"
#include "cli/sweeping/padding.hpp"
#include "config/load.hpp"
#include "suites/load.hpp"

namespace kilter {

namespace {

bool is_step(const ExperimentRow& row) {
    return row.suites.size() == 1 && row.suites.front().suite.starts_with(k_sweep_step);
}

bool is_whole_sweep(const ExperimentRow& row) {
    return row.kind == "sweep" && row.suites.size() == 1 &&
           (row.suites.front().suite == k_sweep_length ||
            row.suites.front().suite == k_sweep_concurrency);
}

std::vector<SweepRun> runs_of(const std::vector<TrialSummary>& trials) {
    std::vector<SweepRun> runs;
    for (const TrialSummary& trial : trials)
        runs.push_back({to_run_view(trial), trial.usage.prompt_tokens, trial.usage.cached_tokens});
    return runs;
}

// An arm of a sweep over concurrency is named after its engine: "stock-c4".
std::string without_arm(const EngineConfig& engine) {
    const std::string suffix = "-c" + std::to_string(engine.concurrency);
    if (!engine.name.ends_with(suffix)) return engine.name;
    return engine.name.substr(0, engine.name.size() - suffix.size());
}

Result<void> add_cells(StoreReader& reader, const ExperimentRow& experiment, SweepReport& report) {
    const auto plan = plan_from_json(experiment.plan_json);
    if (!plan) return plan.error();
    const auto suite = suite_from_json(experiment.suites.front().suite_json);
    if (!suite) return suite.error();
    const bool by_length = report.axis == SweepAxis::prompt_tokens;
    for (const EngineConfig& engine : plan->engines) {
        for (const Item& item : suite->items) {
            const auto trials =
                reader.item_trials(experiment.id, engine.name, suite->name, item.id);
            if (!trials) return trials.error();
            const long long value = by_length ? padding_of(item).target : engine.concurrency;
            SweepCell cell = make_cell(by_length ? engine.name : without_arm(engine), report.axis,
                                       value, experiment.runs, runs_of(*trials), report.level);
            cell.experiment = experiment.id;
            report.cells.push_back(std::move(cell));
        }
    }
    return {};
}

// Engines as they stand in the plan, each along the axis.
void sort_cells(std::vector<SweepCell>& cells) {
    std::vector<std::string> engines;
    for (const SweepCell& cell : cells)
        if (std::find(engines.begin(), engines.end(), cell.engine) == engines.end())
            engines.push_back(cell.engine);
    const auto place = [&](const SweepCell& cell) {
        return std::find(engines.begin(), engines.end(), cell.engine) - engines.begin();
    };
    std::stable_sort(cells.begin(), cells.end(), [&](const SweepCell& a, const SweepCell& b) {
        return place(a) != place(b) ? place(a) < place(b) : a.value < b.value;
    });
}

void add_thresholds(SweepReport& report) {
    std::vector<SweepCell> of_one;
    for (std::size_t i = 0; i < report.cells.size(); ++i) {
        of_one.push_back(report.cells[i]);
        const bool last =
            i + 1 == report.cells.size() || report.cells[i + 1].engine != report.cells[i].engine;
        if (!last) continue;
        report.thresholds.push_back(find_threshold(of_one));
        of_one.clear();
    }
}

void add_warnings(SweepReport& report) {
    const bool untold = std::any_of(report.cells.begin(), report.cells.end(),
                                    [](const SweepCell& cell) { return cell.n > 0 && !cell.told; });
    if (untold)
        report.warnings.emplace_back(
            "prompt_tokens: an engine does not count its prompt tokens; the length asked for "
            "stands in their place");
    if (report.runs < 2)
        report.warnings.emplace_back("distinct: one run a cell agrees with nobody");
}

}  // namespace

Result<SweepReport> build_sweep(StoreReader& reader, const std::string& experiment, Level level) {
    const auto base = reader.experiment(experiment);
    if (!base) return base.error();
    if (!is_whole_sweep(*base))
        return fail("experiment " + experiment + " is no sweep; kilter list shows their kinds");
    SweepReport report;
    report.experiment = base->id;
    report.axis = base->suites.front().suite == k_sweep_length ? SweepAxis::prompt_tokens
                                                               : SweepAxis::concurrency;
    report.level = level;
    report.runs = base->runs;
    const auto plan = plan_from_json(base->plan_json);
    if (!plan) return plan.error();
    report.max_tokens = plan->request.max_tokens;
    if (const auto added = add_cells(reader, *base, report); !added) return added.error();
    const auto all = reader.experiments();
    if (!all) return all.error();
    for (const ExperimentRow& row : *all) {
        if (row.kind != "sweep" || row.parent != base->id || !is_step(row)) continue;
        const auto step = reader.experiment(row.id);
        if (!step) return step.error();
        if (const auto added = add_cells(reader, *step, report); !added) return added.error();
        report.steps.push_back(row.id);
    }
    sort_cells(report.cells);
    add_thresholds(report);
    add_warnings(report);
    return report;
}

Result<std::string> find_sweep(StoreReader& reader, const std::string& word) {
    const auto all = reader.experiments();
    if (!all) return all.error();
    std::vector<std::string> readings;
    for (auto row = all->rbegin(); row != all->rend(); ++row) {
        if (!is_whole_sweep(*row)) continue;
        if (word.empty() || word == "latest" || row->id == word) return row->id;
        if (row->id.starts_with(word)) readings.push_back(row->id);
    }
    if (readings.size() == 1) return readings.front();
    if (readings.empty())
        return fail(word.empty() || word == "latest"
                        ? std::string{"the store holds no sweep yet; kilter sweep CONFIG makes one"}
                        : "no sweep begins with '" + word + "'; kilter list shows those there are");
    std::string message = "'" + word + "' may be any of";
    for (const std::string& id : readings) message += " " + id;
    return fail(message);
}

}  // namespace kilter
