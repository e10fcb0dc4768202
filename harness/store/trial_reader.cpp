#include <optional>
#include <utility>

#include "harness/store/row_ids.hpp"
#include "harness/store/row_words.hpp"
#include "harness/store/sqlite_store_reader.hpp"
#include "harness/store/trial_columns.hpp"

namespace kilter {
namespace {

// Of a row that begins with engine, suite, item, k.
TrialKey key_in(const sqlite::Query& row, std::string_view experiment) {
    TrialKey key;
    key.experiment = experiment;
    key.engine = row.get_text(0);
    key.suite = row.get_text(1);
    key.item = row.get_text(2);
    key.k = static_cast<int>(row.get_integer(3));
    return key;
}

}  // namespace

Result<TrialCounts> SqliteStoreReader::counts(std::string_view experiment) {
    const Result<long long> seq = experiment_seq(database_, experiment);
    if (!seq) return seq.error();
    TrialCounts counts;
    {
        Result<sqlite::Query> query = database_.query(
            "SELECT x.runs * (SELECT count(*) FROM engine e WHERE e.experiment=x.seq) * "
            "(SELECT count(*) FROM item i JOIN experiment_suite s ON s.id=i.suite "
            "WHERE s.experiment=x.seq) FROM experiment x WHERE x.seq=?");
        if (!query) return query.error();
        const Result<bool> row = query->integer(*seq).step();
        if (!row) return row.error();
        counts.planned = query->get_integer(0);
    }
    Result<sqlite::Query> query = database_.query(
        "SELECT t.outcome, count(*) FROM engine e JOIN trial t ON t.engine=e.id "
        "WHERE e.experiment=? GROUP BY t.outcome");
    if (!query) return query.error();
    query->integer(*seq);
    const Result<void> read = query->for_rows([&] {
        const std::optional<Outcome> outcome = outcome_from(query->get_text(0));
        const long long count = query->get_integer(1);
        counts.stored += count;
        if (outcome && is_failed(*outcome)) counts.failed += count;
    });
    if (!read) return read.error();
    return counts;
}

Result<std::set<TrialKey>> SqliteStoreReader::stored_keys(std::string_view experiment) {
    const Result<long long> seq = experiment_seq(database_, experiment);
    if (!seq) return seq.error();
    Result<sqlite::Query> query = database_.query(
        "SELECT e.engine, s.suite, i.item, t.k FROM engine e JOIN trial t ON t.engine=e.id "
        "JOIN item i ON i.id=t.item JOIN experiment_suite s ON s.id=i.suite WHERE e.experiment=?");
    if (!query) return query.error();
    query->integer(*seq);
    std::set<TrialKey> keys;
    const Result<void> read = query->for_rows([&] { keys.insert(key_in(*query, experiment)); });
    if (!read) return read.error();
    return keys;
}

Result<int> SqliteStoreReader::attempts_of(const TrialKey& key) {
    const Result<CellIds> ids = ids_.of(database_, key);
    if (!ids) return ids.error();
    Result<sqlite::Query> query = database_.query(
        "SELECT coalesce(max(number), 0) FROM attempt WHERE engine=? AND item=? AND k=?");
    if (!query) return query.error();
    const Result<bool> row = query->integer(ids->engine).integer(ids->item).integer(key.k).step();
    if (!row) return row.error();
    return static_cast<int>(query->get_integer(0));
}

Result<std::map<TrialKey, int>> SqliteStoreReader::open_attempts(std::string_view experiment) {
    const Result<long long> seq = experiment_seq(database_, experiment);
    if (!seq) return seq.error();
    Result<sqlite::Query> query = database_.query(
        "SELECT e.engine, s.suite, i.item, a.k, max(a.number) FROM engine e "
        "JOIN attempt a ON a.engine=e.id JOIN item i ON i.id=a.item "
        "JOIN experiment_suite s ON s.id=i.suite "
        "WHERE e.experiment=? AND NOT EXISTS "
        "(SELECT 1 FROM trial t WHERE t.engine=a.engine AND t.item=a.item AND t.k=a.k) "
        "GROUP BY a.engine, a.item, a.k");
    if (!query) return query.error();
    query->integer(*seq);
    std::map<TrialKey, int> attempts;
    const Result<void> read = query->for_rows(
        [&] { attempts[key_in(*query, experiment)] = static_cast<int>(query->get_integer(4)); });
    if (!read) return read.error();
    return attempts;
}

Result<std::vector<TrialSummary>> SqliteStoreReader::trials_of(long long engine, long long item,
                                                               TrialKey key) {
    Result<sqlite::Query> query =
        database_.query(std::string("SELECT ") + k_summary_columns + k_summary_tables +
                        "WHERE t.engine=? AND t.item=? ORDER BY t.k");
    if (!query) return query.error();
    query->integer(engine).integer(item);
    std::vector<TrialSummary> trials;
    const Result<void> read = query->for_rows([&]() -> Result<void> {
        Result<TrialSummary> trial = read_summary(*query, key);
        if (!trial) return trial.error();
        trials.push_back(std::move(*trial));
        return {};
    });
    if (!read) return read.error();
    return trials;
}

Result<void> SqliteStoreReader::for_each_item(std::string_view experiment, std::string_view engine,
                                              std::string_view suite, const OnItem& each) {
    const Result<long long> engine_row = engine_id(database_, experiment, engine);
    if (!engine_row) return engine_row.error();
    const Result<long long> suite_row = suite_id(database_, experiment, suite);
    if (!suite_row) return suite_row.error();
    // The list first, then one short read per item: no read stays open while `each` works.
    std::vector<std::pair<long long, std::string>> items;
    {
        Result<sqlite::Query> query =
            database_.query("SELECT id, item FROM item WHERE suite=? ORDER BY position");
        if (!query) return query.error();
        query->integer(*suite_row);
        const Result<void> read =
            query->for_rows([&] { items.emplace_back(query->get_integer(0), query->get_text(1)); });
        if (!read) return read;
    }
    TrialKey key;
    key.experiment = experiment;
    key.engine = engine;
    key.suite = suite;
    for (const auto& [id, item] : items) {
        key.item = item;
        Result<std::vector<TrialSummary>> trials = trials_of(*engine_row, id, key);
        if (!trials) return trials.error();
        const Result<void> done = each(item, *trials);
        if (!done) return done;
    }
    return {};
}

Result<std::vector<TrialSummary>> SqliteStoreReader::item_trials(std::string_view experiment,
                                                                 std::string_view engine,
                                                                 std::string_view suite,
                                                                 std::string_view item) {
    TrialKey key;
    key.experiment = experiment;
    key.engine = engine;
    key.suite = suite;
    key.item = item;
    const Result<CellIds> ids = ids_.of(database_, key);
    if (!ids) return ids.error();
    return trials_of(ids->engine, ids->item, key);
}

Result<ChannelText> SqliteStoreReader::channel(const std::string& state,
                                               const std::string& sha256) {
    ChannelText channel;
    channel.state = state_from(state);
    if (channel.state != TextState::text) return channel;
    Result<std::string> text = get_blob(database_, sha256);
    if (!text) return text.error();
    channel.text = std::move(*text);
    return channel;
}

Result<std::vector<ToolCall>> SqliteStoreReader::tool_calls(long long trial) {
    Result<sqlite::Query> query =
        database_.query("SELECT name, arguments FROM tool_call WHERE trial=? ORDER BY position");
    if (!query) return query.error();
    query->integer(trial);
    std::vector<ToolCall> calls;
    const Result<void> read = query->for_rows([&] {
        ToolCall call;
        call.name = query->get_blob(0);
        call.arguments = query->get_blob(1);
        calls.push_back(std::move(call));
    });
    if (!read) return read.error();
    return calls;
}

Result<Completion> SqliteStoreReader::completion(const TrialKey& key) {
    const Result<CellIds> ids = ids_.of(database_, key);
    if (!ids) return ids.error();
    Result<sqlite::Query> row = database_.query(
        "SELECT id, reasoning_state, reasoning_sha256, content_state, content_sha256, "
        "reasoning_source, finish_reason, refusal, response_id, model, system_fingerprint, flags, "
        "finished, prompt_tokens, completion_tokens, cached_tokens, reasoning_tokens, "
        "draft_tokens, "
        "draft_accepted, first_token_ms, first_answer_ms, total_ms, created "
        "FROM trial WHERE engine=? AND item=? AND k=?");
    if (!row) return row.error();
    const Result<bool> found = row->integer(ids->engine).integer(ids->item).integer(key.k).step();
    if (!found) return found.error();
    if (!*found) return fail("the store has no such trial (" + describe(key) + ")");
    Completion completion;
    Result<ChannelText> reasoning = channel(row->get_text(1), row->get_text(2));
    if (!reasoning) return reasoning.error();
    Result<ChannelText> content = channel(row->get_text(3), row->get_text(4));
    if (!content) return content.error();
    Result<std::vector<ToolCall>> calls = tool_calls(row->get_integer(0));
    if (!calls) return calls.error();
    completion.reasoning = std::move(*reasoning);
    completion.content = std::move(*content);
    completion.tool_calls = std::move(*calls);
    completion.reasoning_source = row->get_text(5);
    completion.finish_reason = row->get_text(6);
    completion.refusal = row->get_blob(7);
    completion.response_id = row->get_text(8);
    completion.model = row->get_text(9);
    completion.system_fingerprint = row->get_text(10);
    completion.flags = split_flags(row->get_text(11));
    completion.finished = row->get_integer(12) != 0;
    completion.usage = read_usage(*row, 13);
    completion.timings = read_timings(*row, 19);
    completion.created = row->get_optional_integer(22);
    return completion;
}

Result<std::vector<AttemptRow>> SqliteStoreReader::attempts(const TrialKey& key, bool with_bodies) {
    const Result<CellIds> ids = ids_.of(database_, key);
    if (!ids) return ids.error();
    Result<sqlite::Query> query = database_.query(
        "SELECT number, started_at, outcome, error, http_status, request_sha256, wire_sha256, "
        "server_header, new_connections, total_ms, body_sha256 FROM attempt "
        "WHERE engine=? AND item=? AND k=? ORDER BY number");
    if (!query) return query.error();
    query->integer(ids->engine).integer(ids->item).integer(key.k);
    std::vector<AttemptRow> rows;
    const Result<void> read = query->for_rows([&]() -> Result<void> {
        AttemptRow row;
        row.key = key;
        row.number = static_cast<int>(query->get_integer(0));
        row.started_at = query->get_text(1);
        row.outcome = outcome_from(query->get_text(2)).value_or(Outcome::protocol_error);
        row.error = query->get_text(3);
        row.http_status = static_cast<int>(query->get_integer(4));
        row.request_sha256 = query->get_text(5);
        row.wire_sha256 = query->get_text(6);
        row.server_header = query->get_text(7);
        row.new_connections = static_cast<long>(query->get_integer(8));
        row.total_ms = query->get_real(9);
        if (with_bodies) {
            Result<std::string> body = get_blob(database_, query->get_text(10));
            if (!body) return body.error();
            row.body = std::move(*body);
            Result<std::string> request = get_blob(database_, row.request_sha256);
            if (request) row.request_body = std::move(*request);
        }
        rows.push_back(std::move(row));
        return {};
    });
    if (!read) return read.error();
    return rows;
}

}  // namespace kilter
