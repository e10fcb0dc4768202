// Joins the runner and the scorers: every finished trial is scored at once, its verdict handed back
// for the store, and the live counts are shown. Trials of suites without a scoring digest are
// counted only. Loop's thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/analysis/live_counts.hpp"
#include "cli/execution/progress.hpp"
#include "harness/runner/runner.hpp"

namespace kilter {

class ScoringObserver : public RunObserver {
  public:
    // `scoring_digests`: of the suites to score, by name. `stop_loops`: the plan's; nullopt:
    // nothing is cut.
    ScoringObserver(std::map<std::string, std::string> scoring_digests,
                    std::optional<int> stop_loops, ProgressPrinter& printer);

    std::vector<VerdictRow> on_trial(const TrialRow& trial, const Item& item) override;
    void on_progress(const Progress& progress) override;
    std::unique_ptr<TextWatch> watch_texts() override;
    void on_notice(const std::string& engine, const std::string& line) override;

  private:
    std::map<std::string, std::string> scoring_digests_;
    std::optional<int> stop_loops_;
    ProgressPrinter& printer_;
    LiveCounts counts_;
};

}  // namespace kilter
