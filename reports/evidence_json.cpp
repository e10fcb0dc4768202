#include "reports/evidence_json.hpp"

#include "reports/board_detail_json.hpp"

namespace kilter {

namespace {

ReportJson runs_json(const ItemRuns& runs) {
    ReportJson out = rate_json(runs.runs);
    out["items"] = runs.items;
    return out;
}

ReportJson cache_json(const CacheEvidence& cache) {
    return {{"cold_asked", cache.cold_asked},
            {"served", rate_json(cache.served)},
            {"repeats_served", rate_json(cache.repeats)},
            {"repeat_share", number_or_null(cache.repeat_share)},
            {"unknown", cache.unknown()}};
}

}  // namespace

ReportJson evidence_json(const EvidenceSummary& evidence) {
    const PromptCutEvidence& cut = evidence.cut;
    ReportJson constant = nullptr;
    if (cut.constant_tokens) constant = *cut.constant_tokens;
    return {{"cache", cache_json(evidence.cache)},
            {"shared_response_ids", runs_json(evidence.shared_ids)},
            {"shared_creation_times", runs_json(evidence.shared_times)},
            {"never_answered", rate_json(evidence.never_answered)},
            {"constraint_not_enforced", runs_json(evidence.not_enforced)},
            {"answer_in_reasoning", runs_json(evidence.in_reasoning)},
            {"prompt_truncated_suspected",
             {{"items", cut.items}, {"of", cut.of}, {"constant_tokens", constant}}}};
}

void add_speed_json(const SpeedEvidence& evidence, ReportJson& speed) {
    speed["output_runs"] = evidence.output_runs;
    speed["prefill_tok_per_s"] = number_or_null(evidence.prefill_tok_per_s);
    speed["prefill_runs"] = evidence.prefill_runs;
    speed["prefill_cached_runs"] = evidence.prefill_cached_runs;
    speed["prefill_cache_unknown_runs"] = evidence.prefill_unknown_runs;
}

}  // namespace kilter
