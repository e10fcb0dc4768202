#include "cli/execution/scoring_observer.hpp"

#include <utility>

#include "base/text/terminal.hpp"
#include "cli/analysis/verdicts.hpp"
#include "cli/execution/loop_stop.hpp"

namespace kilter {

ScoringObserver::ScoringObserver(std::map<std::string, std::string> scoring_digests,
                                 std::optional<int> stop_loops, ProgressPrinter& printer)
    : scoring_digests_(std::move(scoring_digests)), stop_loops_(stop_loops), printer_(printer) {}

std::vector<VerdictRow> ScoringObserver::on_trial(const TrialRow& trial, const Item& item) {
    std::optional<VerdictRow> verdict;
    const auto digest = scoring_digests_.find(trial.key.suite);
    if (digest != scoring_digests_.end())
        verdict = make_verdict(trial.key, trial.outcome, trial.completion, item, digest->second,
                               nullptr, trial.content_sha256);
    counts_.add(trial, verdict ? &*verdict : nullptr);
    std::vector<VerdictRow> rows;
    if (verdict) rows.push_back(std::move(*verdict));
    return rows;
}

void ScoringObserver::on_progress(const Progress& progress) {
    printer_.show(progress, {counts_.unstable(), counts_.loops(), !scoring_digests_.empty()});
}

std::unique_ptr<TextWatch> ScoringObserver::watch_texts() {
    return make_loop_stop(stop_loops_);
}

void ScoringObserver::on_notice(const std::string& engine, const std::string& line) {
    printer_.notice(visible(engine) + ": " + visible(line));
}

}  // namespace kilter
