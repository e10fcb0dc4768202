// Reads trial and verdict rows column by column, in the order of the column lists given here. For
// the reader only. One thread at a time.
#pragma once

#include "harness/store/sqlite.hpp"
#include "harness/store/store_reader.hpp"

namespace kilter {

// What they are selected from: trials with their verdict and their last attempt.
inline constexpr const char* k_summary_tables =
    " FROM trial t LEFT JOIN verdict v ON v.trial=t.id LEFT JOIN attempt a ON a.id=(SELECT b.id "
    "FROM attempt b WHERE b.engine=t.engine AND b.item=t.item AND b.k=t.k ORDER BY b.number DESC "
    "LIMIT 1) ";
inline constexpr const char* k_summary_columns =
    "t.k, t.outcome, t.reasoning_state, t.content_state, t.reasoning_sha256, t.content_sha256, "
    "t.tool_calls_sha256, t.request_sha256, t.body_sha256, t.finish_reason, t.error, "
    "t.system_fingerprint, t.response_id, t.flags, t.attempts, t.prompt_tokens, "
    "t.completion_tokens, t.cached_tokens, t.reasoning_tokens, t.draft_tokens, t.draft_accepted, "
    "t.first_token_ms, t.first_answer_ms, t.total_ms, v.trial, v.scoring_digest, v.scorer_version, "
    "v.parse_status, v.points, v.max_points, v.attainable, v.norm_sha256, v.value_record, "
    "v.outcome_record, v.fields_json, v.loops_json, v.flags, t.model, t.created, "
    "coalesce(a.server_header, ''), coalesce(a.started_at, '')";

// `key` without its k, which comes from the row. An error where the outcome's word is unknown.
Result<TrialSummary> read_summary(const sqlite::Query& row, TrialKey key);

// Usage in six columns from `first`, timings in three.
Usage read_usage(const sqlite::Query& row, int first);
Timings read_timings(const sqlite::Query& row, int first);

}  // namespace kilter
