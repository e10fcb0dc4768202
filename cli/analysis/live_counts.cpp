#include "cli/analysis/live_counts.hpp"

#include "base/sha256.hpp"
#include "scorers/stability/item_analysis.hpp"

namespace kilter {

namespace {

std::string hash_of(const ChannelText& channel) {
    return channel.state == TextState::text ? sha256_hex(channel.text) : std::string{};
}

std::string full_signature(const Completion& completion) {
    RunView run;
    run.reasoning_state = completion.reasoning.state;
    run.content_state = completion.content.state;
    run.reasoning_sha256 = hash_of(completion.reasoning);
    run.content_sha256 = hash_of(completion.content);
    if (!completion.tool_calls.empty())
        run.tool_calls_sha256 = sha256_hex(tool_calls_text(completion));
    return signature(run, Level::full);
}

}  // namespace

void LiveCounts::add(const TrialRow& trial, const VerdictRow* verdict) {
    if (is_failed(trial.outcome)) return;
    const ItemKey key{trial.key.engine, trial.key.suite + "/" + trial.key.item};
    const std::string full = full_signature(trial.completion);
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
