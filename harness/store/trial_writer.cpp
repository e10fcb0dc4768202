#include <optional>
#include <utility>

#include "base/sha256.hpp"
#include "harness/store/blobs.hpp"
#include "harness/store/row_words.hpp"
#include "harness/store/sqlite_store_writer.hpp"

namespace kilter {

Result<void> SqliteStoreWriter::add_attempt(const AttemptRow& row) {
    return atomically([&] { return insert_attempt(row); });
}

Result<void> SqliteStoreWriter::insert_attempt(const AttemptRow& row) {
    const Result<CellIds> ids = ids_.of(database_, row.key);
    if (!ids) return ids.error();
    const std::string body_sha256 =
        row.body_sha256.empty() ? sha256_hex(row.body) : row.body_sha256;
    const Result<void> body = put_blob(database_, row.body, body_sha256);
    if (!body) return body;
    if (!row.request_body.empty()) {
        const Result<void> request = put_blob(database_, row.request_body, row.request_sha256);
        if (!request) return request;
    }
    Result<sqlite::Query> query = database_.query(
        "INSERT INTO attempt(engine, item, k, number, started_at, outcome, error, http_status, "
        "body_sha256, request_sha256, wire_sha256, server_header, new_connections, total_ms) "
        "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (!query) return query.error();
    query->integer(ids->engine).integer(ids->item).integer(row.key.k).integer(row.number);
    query->text(row.started_at).text(to_word(row.outcome)).text(row.error);
    query->integer(row.http_status)
        .text(body_sha256)
        .text(row.request_sha256)
        .text(row.wire_sha256);
    query->text(row.server_header).integer(row.new_connections).real(row.total_ms);
    return query->run();
}

Result<void> SqliteStoreWriter::add_trial(const TrialRow& row) {
    return atomically([&] { return insert_trial(row); });
}

Result<void> SqliteStoreWriter::check_new_trial(const TrialRow& row, CellIds ids) {
    if (row.outcome == Outcome::interrupted) {
        return fail("an interrupted trial is never final (" + describe(row.key) + ")");
    }
    {
        Result<sqlite::Query> query =
            database_.query("SELECT 1 FROM trial WHERE engine=? AND item=? AND k=?");
        if (!query) return query.error();
        const Result<bool> found =
            query->integer(ids.engine).integer(ids.item).integer(row.key.k).step();
        if (!found) return found.error();
        if (*found) return fail("this trial is stored already (" + describe(row.key) + ")");
    }
    if (row.request_sha256.empty()) return {};
    // All runs of an item were asked with the same bytes, over all sessions too: a newer program or
    // another dialect may build them differently.
    Result<sqlite::Query> query = database_.query(
        "SELECT 1 FROM trial WHERE engine=? AND item=? AND request_sha256<>? LIMIT 1");
    if (!query) return query.error();
    query->integer(ids.engine).integer(ids.item).text(row.request_sha256);
    const Result<bool> other = query->step();
    if (!other) return other.error();
    if (!*other) return {};
    return fail("the request bytes differ from those of this item's earlier runs (" +
                describe(row.key) + "); measure again with --new");
}

// nullopt unless the state is text.
Result<std::optional<std::string>> SqliteStoreWriter::put_text(const ChannelText& channel) {
    if (channel.state != TextState::text) return std::optional<std::string>{};
    Result<std::string> sha256 = put_blob(database_, channel.text);
    if (!sha256) return sha256.error();
    return std::optional<std::string>(std::move(*sha256));
}

Result<void> SqliteStoreWriter::insert_trial(const TrialRow& row) {
    const Result<CellIds> ids = ids_.of(database_, row.key);
    if (!ids) return ids.error();
    const Result<void> allowed = check_new_trial(row, *ids);
    if (!allowed) return allowed;
    const Completion& c = row.completion;
    const Result<std::optional<std::string>> reasoning = put_text(c.reasoning);
    if (!reasoning) return reasoning.error();
    const Result<std::optional<std::string>> content = put_text(c.content);
    if (!content) return content.error();
    {
        Result<sqlite::Query> query = database_.query(
            "INSERT INTO trial(engine, item, k, outcome, finish_reason, error, reasoning_state, "
            "reasoning_sha256, content_state, content_sha256, tool_calls_sha256, request_sha256, "
            "body_sha256, reasoning_source, refusal, response_id, model, system_fingerprint, "
            "flags, "
            "finished, prompt_tokens, completion_tokens, cached_tokens, reasoning_tokens, "
            "draft_tokens, draft_accepted, first_token_ms, first_answer_ms, total_ms, attempts, "
            "created) "
            "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
            "?, "
            "?, ?, ?, ?)");
        if (!query) return query.error();
        query->integer(ids->engine)
            .integer(ids->item)
            .integer(row.key.k)
            .text(to_word(row.outcome));
        query->text_or_null(c.finish_reason).text(row.error);
        query->text(state_word(c.reasoning.state)).text_or_null(reasoning->value_or(""));
        query->text(state_word(c.content.state)).text_or_null(content->value_or(""));
        query->text_or_null(tool_calls_sha256(c.tool_calls));
        query->text_or_null(row.request_sha256).text_or_null(row.body_sha256);
        query->text(c.reasoning_source).blob(c.refusal).text(c.response_id).text(c.model);
        query->text(c.system_fingerprint).text(join_flags(c.flags)).integer(c.finished ? 1 : 0);
        query->integer(c.usage.prompt_tokens).integer(c.usage.completion_tokens);
        query->integer(c.usage.cached_tokens).integer(c.usage.reasoning_tokens);
        query->integer(c.usage.draft_tokens).integer(c.usage.draft_accepted);
        query->real(c.timings.first_token_ms).real(c.timings.first_answer_ms);
        query->real(c.timings.total_ms).integer(row.attempts).integer(c.created);
        const Result<void> done = query->run();
        if (!done) return done;
    }
    newest_ = {row.key, database_.last_insert_id()};
    return insert_tool_calls(newest_.id, c.tool_calls);
}

Result<void> SqliteStoreWriter::insert_tool_calls(long long trial,
                                                  const std::vector<ToolCall>& calls) {
    long long position = 0;
    for (const ToolCall& call : calls) {
        Result<sqlite::Query> query = database_.query(
            "INSERT INTO tool_call(trial, position, name, arguments) VALUES(?, ?, ?, ?)");
        if (!query) return query.error();
        query->integer(trial).integer(position++).blob(call.name).blob(call.arguments);
        const Result<void> done = query->run();
        if (!done) return done;
    }
    return {};
}

// A verdict mostly follows its trial.
Result<long long> SqliteStoreWriter::trial_id(const TrialKey& key) {
    if (newest_.id != 0 && newest_.key == key) return newest_.id;
    const Result<CellIds> ids = ids_.of(database_, key);
    if (!ids) return ids.error();
    Result<sqlite::Query> query =
        database_.query("SELECT id FROM trial WHERE engine=? AND item=? AND k=?");
    if (!query) return query.error();
    const Result<bool> row = query->integer(ids->engine).integer(ids->item).integer(key.k).step();
    if (!row) return row.error();
    if (!*row) return fail("the store has no such trial (" + describe(key) + ")");
    return query->get_integer(0);
}

Result<void> SqliteStoreWriter::reopen_trial(const TrialKey& key) {
    return atomically([&]() -> Result<void> {
        const Result<long long> id = trial_id(key);
        if (!id) return id.error();
        newest_ = {};
        Result<sqlite::Query> query = database_.query("DELETE FROM trial WHERE id=?");
        if (!query) return query.error();
        return query->integer(*id).run();
    });
}

Result<void> SqliteStoreWriter::put_verdict(const VerdictRow& row) {
    return atomically([&]() -> Result<void> {
        const Result<long long> id = trial_id(row.key);
        if (!id) return id.error();
        Result<sqlite::Query> query = database_.query(
            "INSERT OR REPLACE INTO verdict(trial, scoring_digest, scorer_version, parse_status, "
            "points, max_points, attainable, norm_sha256, value_record, outcome_record, "
            "fields_json, loops_json, flags) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        if (!query) return query.error();
        query->integer(*id).text(row.scoring_digest).text(row.scorer_version);
        query->text(row.parse_status).real(row.points).real(row.max_points).real(row.attainable);
        query->text(row.norm_sha256).blob(row.value_record).blob(row.outcome_record);
        query->blob(row.fields_json).blob(row.loops_json).text(row.flags);
        return query->run();
    });
}

}  // namespace kilter
