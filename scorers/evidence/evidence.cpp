#include "scorers/evidence/evidence.hpp"

#include <algorithm>
#include <set>

namespace kilter {
namespace {

bool is_blank_at_limit(const TrialFacts& trial) {
    return trial.outcome == Outcome::empty && trial.finish_reason == "length";
}

void count(ItemRuns& runs, bool hit, const std::string& item) {
    ++runs.runs.of;
    if (!hit) return;
    ++runs.runs.count;
    if (runs.items.empty() || runs.items.back() != item) runs.items.push_back(item);
}

}  // namespace

void EvidenceBuilder::add(const ItemFacts& item) {
    for (const TrialFacts& trial : item.trials) {
        if (!trial.valid()) continue;
        ++sum_.never_answered.of;
        const bool blank = is_blank_at_limit(trial);
        if (blank) ++sum_.blank_at_limit;
        if (blank || trial.outcome == Outcome::truncated_in_reasoning) ++sum_.never_answered.count;
        add_cache(trial);
        add_speed(trial);
    }
    add_form(item);
    add_ids(item);
    times_.add(item);
    add_prompt(item);
}

void EvidenceBuilder::add_cache(const TrialFacts& trial) {
    ++sum_.cache.runs;
    const auto cached = trial.usage.cached_tokens;
    if (!cached) return;
    const bool served = *cached > 0;
    ++sum_.cache.served.of;
    if (served) ++sum_.cache.served.count;
    if (trial.k == 0) return;
    ++sum_.cache.repeats.of;
    if (!served) return;
    ++sum_.cache.repeats.count;
    if (!trial.usage.prompt_tokens) return;
    repeat_cached_ += std::min(*cached, *trial.usage.prompt_tokens);
    repeat_prompt_ += *trial.usage.prompt_tokens;
}

void EvidenceBuilder::add_form(const ItemFacts& item) {
    for (const TrialFacts& trial : item.trials) {
        if (trial.fits_schema) count(sum_.not_enforced, !*trial.fits_schema, item.item);
        if (trial.outcome == Outcome::stopped_in_reasoning)
            count(sum_.in_reasoning, trial.answer_in_reasoning, item.item);
    }
}

void EvidenceBuilder::add_ids(const ItemFacts& item) {
    std::set<std::string> seen;
    std::set<std::string> shared;
    int told = 0;
    for (const TrialFacts& trial : item.trials) {
        if (!trial.valid() || trial.response_id.empty()) continue;
        ++told;
        if (!seen.insert(trial.response_id).second) shared.insert(trial.response_id);
    }
    if (told >= 2) ++sum_.shared_ids.runs.of;
    for (const std::string& id : shared) shared_[id].push_back(item.item);
}

void EvidenceBuilder::add_speed(const TrialFacts& trial) {
    SpeedEvidence& speed = sum_.speed;
    const Usage& usage = trial.usage;
    if (usage.completion_tokens && trial.timings.total_ms) ++speed.output_runs;
    const auto first = trial.timings.first_token_ms;
    if (!usage.prompt_tokens || !first || *first <= 0) return;
    const long long cached = usage.cached_tokens.value_or(0);
    ++speed.prefill_runs;
    if (cached > 0) ++speed.prefill_cached_runs;
    if (!usage.cached_tokens) ++speed.prefill_unknown_runs;
    prefill_tokens_ += static_cast<double>(std::max(*usage.prompt_tokens - cached, 0LL));
    prefill_seconds_ += *first / 1000;
}

// The largest count of its runs: some engines count only what was not cached.
void EvidenceBuilder::add_prompt(const ItemFacts& item) {
    std::optional<long long> most;
    for (const TrialFacts& trial : item.trials) {
        if (!trial.valid() || !trial.usage.prompt_tokens) continue;
        most = std::max(most.value_or(0), *trial.usage.prompt_tokens);
    }
    if (most && *most > 0) prompts_.push_back({item.item, item.prompt_bytes, *most});
}

EvidenceSummary EvidenceBuilder::finish() {
    if (repeat_prompt_ > 0)
        sum_.cache.repeat_share =
            static_cast<double>(repeat_cached_) / static_cast<double>(repeat_prompt_);
    std::set<std::string> alone;
    // An id that stands under two items numbers nothing: such an engine gives all answers one id.
    for (const auto& [id, items] : shared_) {
        if (items.size() == 1) alone.insert(items.front());
    }
    sum_.shared_ids.items.assign(alone.begin(), alone.end());
    sum_.shared_ids.runs.count = static_cast<long long>(alone.size());
    sum_.shared_times = times_.finish();
    if (prefill_seconds_ > 0) sum_.speed.prefill_tok_per_s = prefill_tokens_ / prefill_seconds_;
    finish_prompts();
    return std::move(sum_);
}

}  // namespace kilter
