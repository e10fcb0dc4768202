#include "harness/store/trial_columns.hpp"

#include <utility>

#include "harness/store/row_words.hpp"

namespace kilter {
namespace {

constexpr int k_first_usage = 15;
constexpr int k_first_timing = 21;
constexpr int k_first_verdict = 24;
constexpr int k_first_identity = 37;

VerdictRow read_verdict(const sqlite::Query& row, const TrialKey& key) {
    int at = k_first_verdict + 1;
    VerdictRow verdict;
    verdict.key = key;
    verdict.scoring_digest = row.get_text(at++);
    verdict.scorer_version = row.get_text(at++);
    verdict.parse_status = row.get_text(at++);
    verdict.points = row.get_real(at++);
    verdict.max_points = row.get_real(at++);
    verdict.attainable = row.get_real(at++);
    verdict.norm_sha256 = row.get_text(at++);
    verdict.value_record = row.get_blob(at++);
    verdict.outcome_record = row.get_blob(at++);
    verdict.fields_json = row.get_blob(at++);
    verdict.loops_json = row.get_blob(at++);
    verdict.flags = row.get_text(at);
    return verdict;
}

}  // namespace

Usage read_usage(const sqlite::Query& row, int first) {
    Usage usage;
    usage.prompt_tokens = row.get_optional_integer(first);
    usage.completion_tokens = row.get_optional_integer(first + 1);
    usage.cached_tokens = row.get_optional_integer(first + 2);
    usage.reasoning_tokens = row.get_optional_integer(first + 3);
    usage.draft_tokens = row.get_optional_integer(first + 4);
    usage.draft_accepted = row.get_optional_integer(first + 5);
    return usage;
}

Timings read_timings(const sqlite::Query& row, int first) {
    Timings timings;
    timings.first_token_ms = row.get_optional_real(first);
    timings.first_answer_ms = row.get_optional_real(first + 1);
    timings.total_ms = row.get_optional_real(first + 2);
    return timings;
}

Result<TrialSummary> read_summary(const sqlite::Query& row, TrialKey key) {
    const std::string word = row.get_text(1);
    const std::optional<Outcome> outcome = outcome_from(word);
    if (!outcome) return fail("the store holds an outcome that is unknown here: " + word);
    key.k = static_cast<int>(row.get_integer(0));
    TrialSummary trial;
    trial.key = std::move(key);
    trial.outcome = *outcome;
    trial.reasoning_state = state_from(row.get_text(2));
    trial.content_state = state_from(row.get_text(3));
    trial.reasoning_sha256 = row.get_text(4);
    trial.content_sha256 = row.get_text(5);
    trial.tool_calls_sha256 = row.get_text(6);
    trial.request_sha256 = row.get_text(7);
    trial.body_sha256 = row.get_text(8);
    trial.finish_reason = row.get_text(9);
    trial.error = row.get_text(10);
    trial.system_fingerprint = row.get_text(11);
    trial.response_id = row.get_text(12);
    trial.flags = split_flags(row.get_text(13));
    trial.attempts = static_cast<int>(row.get_integer(14));
    trial.usage = read_usage(row, k_first_usage);
    trial.timings = read_timings(row, k_first_timing);
    trial.model = row.get_text(k_first_identity);
    trial.created = row.get_optional_integer(k_first_identity + 1);
    trial.server_header = row.get_text(k_first_identity + 2);
    trial.started_at = row.get_text(k_first_identity + 3);
    if (!row.is_null(k_first_verdict)) trial.verdict = read_verdict(row, trial.key);
    return trial;
}

}  // namespace kilter
