#include "base/sha256.hpp"
#include "harness/store/blobs.hpp"
#include "harness/store/row_words.hpp"
#include "harness/store/sqlite_store_writer.hpp"

namespace kilter {

Result<void> SqliteStoreWriter::add_attempt(const AttemptRow& row) {
    return in_group([&] { return insert_attempt(row); });
}

Result<void> SqliteStoreWriter::insert_attempt(const AttemptRow& row) {
    const Result<CellIds> ids = ids_.of(database_, row.key);
    if (!ids) return ids.error();
    const std::string body_sha256 =
        row.body_sha256.empty() ? sha256_hex(row.body) : row.body_sha256;
    // Engines give each answer an id and a time.
    const Result<void> body = put_new_blob(database_, row.body, body_sha256);
    if (!body) return body;
    if (!row.request_body.empty()) {
        const Result<void> request = put_likely_blob(row.request_body, row.request_sha256);
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
    const auto insert = [&] { return insert_trial(row); };
    return row.completion.tool_calls.empty() ? in_group(insert) : atomically(insert);
}

Error SqliteStoreWriter::stored_already(const TrialKey& key) {
    return fail("this trial is stored already (" + describe(key) + ")");
}

Result<bool> SqliteStoreWriter::is_stored(CellIds ids, int k) {
    Result<sqlite::Query> query =
        database_.query("SELECT 1 FROM trial WHERE engine=? AND item=? AND k=?");
    if (!query) return query.error();
    return query->integer(ids.engine).integer(ids.item).integer(k).step();
}

// All runs of an item were asked with the same bytes, over all sessions too: a newer program or
// another dialect may build them differently. Whether the trial is there already, its INSERT tells.
Result<void> SqliteStoreWriter::check_new_trial(const TrialRow& row, CellIds ids) {
    if (row.outcome == Outcome::interrupted) {
        return fail("an interrupted trial is never final (" + describe(row.key) + ")");
    }
    if (row.request_sha256.empty() || known_.asked_with(ids, row.request_sha256)) return {};
    Result<sqlite::Query> query = database_.query(
        "SELECT 1 FROM trial WHERE engine=? AND item=? AND request_sha256<>? LIMIT 1");
    if (!query) return query.error();
    query->integer(ids.engine).integer(ids.item).text(row.request_sha256);
    const Result<bool> other = query->step();
    if (!other) return other.error();
    if (!*other) return {};
    const Result<bool> stored = is_stored(ids, row.key.k);
    if (!stored) return stored.error();
    if (*stored) return stored_already(row.key);
    return fail("the request bytes differ from those of this item's earlier runs (" +
                describe(row.key) + "); measure again with --new");
}

// The hash; empty unless the state is text. `known`: the text's hash; empty: not taken yet.
Result<std::string> SqliteStoreWriter::put_text(const ChannelText& channel,
                                                const std::string& known) {
    if (channel.state != TextState::text) return std::string{};
    std::string sha256 = text_sha256(channel, known);
    const Result<void> stored = put_likely_blob(channel.text, sha256);
    if (!stored) return stored.error();
    return sha256;
}

// Requests come again with every run, and so do most texts.
Result<void> SqliteStoreWriter::put_likely_blob(std::string_view bytes, std::string_view sha256) {
    if (known_.has_blob(sha256)) return {};
    const Result<void> stored = put_blob(database_, bytes, sha256);
    if (stored) known_.add_blob(sha256);
    return stored;
}

Result<void> SqliteStoreWriter::insert_trial(const TrialRow& row) {
    const Result<CellIds> ids = ids_.of(database_, row.key);
    if (!ids) return ids.error();
    const Result<void> allowed = check_new_trial(row, *ids);
    if (!allowed) return allowed;
    const Completion& c = row.completion;
    const Result<std::string> reasoning = put_text(c.reasoning, row.reasoning_sha256);
    if (!reasoning) return reasoning.error();
    const Result<std::string> content = put_text(c.content, row.content_sha256);
    if (!content) return content.error();
    const std::string calls_sha256 = tool_calls_sha256(c.tool_calls);
    const std::string flags = join_flags(c.flags);
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
        query->text(state_word(c.reasoning.state)).text_or_null(*reasoning);
        query->text(state_word(c.content.state)).text_or_null(*content);
        query->text_or_null(calls_sha256);
        query->text_or_null(row.request_sha256).text_or_null(row.body_sha256);
        query->text(c.reasoning_source).blob(c.refusal).text(c.response_id).text(c.model);
        query->text(c.system_fingerprint).text(flags).integer(c.finished ? 1 : 0);
        query->integer(c.usage.prompt_tokens).integer(c.usage.completion_tokens);
        query->integer(c.usage.cached_tokens).integer(c.usage.reasoning_tokens);
        query->integer(c.usage.draft_tokens).integer(c.usage.draft_accepted);
        query->real(c.timings.first_token_ms).real(c.timings.first_answer_ms);
        query->real(c.timings.total_ms).integer(row.attempts).integer(c.created);
        const Result<void> done = query->run();
        if (!done) {
            const Result<bool> stored = is_stored(*ids, row.key.k);
            return stored && *stored ? stored_already(row.key) : done.error();
        }
    }
    if (!row.request_sha256.empty()) known_.set_asked(*ids, row.request_sha256);
    newest_.key = row.key;
    newest_.id = database_.last_insert_id();
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
        forget();
        Result<sqlite::Query> query = database_.query("DELETE FROM trial WHERE id=?");
        if (!query) return query.error();
        return query->integer(*id).run();
    });
}

Result<void> SqliteStoreWriter::put_verdict(const VerdictRow& row) {
    return in_group([&]() -> Result<void> {
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
