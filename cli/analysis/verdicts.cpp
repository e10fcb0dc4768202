#include "cli/analysis/verdicts.hpp"

#include "base/sha256.hpp"
#include "base/text/normalize.hpp"
#include "scorers/fields/score_item.hpp"
#include "scorers/stability/loops.hpp"

namespace kilter {
namespace {

// Much text is normal as it stands: its hash is known then.
std::string norm_sha256(const std::string& text, const std::string& text_sha256) {
    const std::string normal = normalize_for_comparison(text);
    return !text_sha256.empty() && normal == text ? text_sha256 : sha256_hex(normal);
}

}  // namespace

std::optional<VerdictRow> make_verdict(const TrialKey& key, Outcome outcome,
                                       const Completion& completion, const Item& item,
                                       const std::string& scoring_digest,
                                       const Judgements* judgements,
                                       const std::string& content_sha256) {
    if (is_failed(outcome)) return std::nullopt;
    const ItemVerdict verdict = score_item(item, completion, judgements);
    VerdictRow row;
    row.key = key;
    row.scoring_digest = scoring_digest;
    row.scorer_version = scorer_version();
    row.parse_status = to_word(verdict.parse_status);
    row.points = verdict.points;
    row.max_points = verdict.max_points;
    row.attainable = verdict.attainable;
    row.norm_sha256 = norm_sha256(completion.content.text, content_sha256);
    row.value_record = verdict.value_record;
    row.outcome_record = verdict.outcome_record;
    row.fields_json = fields_to_json(verdict.fields);
    row.loops_json = loops_to_json(find_loops(completion, has_answer(verdict.parse_status)));
    for (const std::string& flag : verdict.flags)
        row.flags += (row.flags.empty() ? "" : ",") + flag;
    return row;
}

RunView to_run_view(const TrialSummary& trial) {
    RunView run;
    run.k = trial.key.k;
    run.outcome = trial.outcome;
    run.reasoning_state = trial.reasoning_state;
    run.content_state = trial.content_state;
    run.reasoning_sha256 = trial.reasoning_sha256;
    run.content_sha256 = trial.content_sha256;
    run.tool_calls_sha256 = trial.tool_calls_sha256;
    run.finish_reason = trial.finish_reason;
    if (trial.verdict) {
        const VerdictRow& row = *trial.verdict;
        run.verdict = RunVerdict{row.points,      row.attainable,   row.max_points,
                                 row.norm_sha256, row.value_record, row.outcome_record};
        run.loops = loops_from_json(row.loops_json);
    }
    return run;
}

}  // namespace kilter
