#include "cli/analysis/live_counts.hpp"

#include "base/sha256.hpp"
#include "harness/store/row_words.hpp"
#include "scorers/stability/item_analysis.hpp"

namespace kilter {

namespace {

std::string full_signature(const TrialRow& trial) {
    const Completion& completion = trial.completion;
    RunView run;
    run.reasoning_state = completion.reasoning.state;
    run.content_state = completion.content.state;
    run.reasoning_sha256 = text_sha256(completion.reasoning, trial.reasoning_sha256);
    run.content_sha256 = text_sha256(completion.content, trial.content_sha256);
    if (!completion.tool_calls.empty())
        run.tool_calls_sha256 = sha256_hex(tool_calls_text(completion));
    return signature(run, Level::full);
}

}  // namespace

void LiveCounts::add(const TrialRow& trial, const VerdictRow* verdict) {
    if (is_failed(trial.outcome)) return;
    const ItemKey key{trial.key.engine, trial.key.suite + "/" + trial.key.item};
    const std::string full = full_signature(trial);
    const auto [known, fresh] = first_.emplace(key, full);
    if (!fresh && known->second != full) unstable_.insert(key);
    if (verdict == nullptr || verdict->loops_json == "[]") return;
    for (const LoopFinding& loop : loops_from_json(verdict->loops_json))
        if (loop.verdict == "loop") {
            ++loops_;
            break;
        }
}

}  // namespace kilter
