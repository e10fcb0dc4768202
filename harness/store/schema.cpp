#include "harness/store/schema.hpp"

#include <chrono>
#include <string>
#include <thread>

namespace kilter {
namespace {

// Hashes are lower-case hex TEXT, so that plain SQL can compare them; texts of models are BLOBs,
// for they may hold NUL and invalid UTF-8. Rows refer to each other by integers: a trial key is
// five words long, and there may be 100,000 of them.
constexpr const char* k_step_0 = R"sql(
CREATE TABLE blob(                     -- one row per distinct content
  sha256 TEXT NOT NULL PRIMARY KEY,    -- of the uncompressed bytes
  size INTEGER NOT NULL,               -- bytes, uncompressed
  data BLOB NOT NULL                   -- zstd
) STRICT;

CREATE TABLE experiment(
  seq INTEGER PRIMARY KEY,             -- row order: what `latest` means
  id TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  kind TEXT NOT NULL,
  parent TEXT,
  plan_digest TEXT NOT NULL,
  plan_json TEXT NOT NULL,
  config_text TEXT NOT NULL,
  runs INTEGER NOT NULL
) STRICT;

CREATE TABLE experiment_suite(
  id INTEGER PRIMARY KEY,
  experiment INTEGER NOT NULL REFERENCES experiment(seq) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  suite TEXT NOT NULL,
  prompts_digest TEXT NOT NULL,
  scoring_digest TEXT NOT NULL,
  suite_sha256 TEXT NOT NULL REFERENCES blob(sha256),
  UNIQUE(experiment, suite)
) STRICT;

CREATE TABLE item(
  id INTEGER PRIMARY KEY,
  suite INTEGER NOT NULL REFERENCES experiment_suite(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  item TEXT NOT NULL,
  UNIQUE(suite, item),
  UNIQUE(suite, position)
) STRICT;

CREATE TABLE engine(
  id INTEGER PRIMARY KEY,
  experiment INTEGER NOT NULL REFERENCES experiment(seq) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  engine TEXT NOT NULL,
  dialect TEXT NOT NULL,
  settings_json TEXT NOT NULL,
  fingerprint_start TEXT NOT NULL,
  fingerprint_end TEXT NOT NULL,
  UNIQUE(experiment, engine)
) STRICT;

CREATE TABLE attempt(                  -- every HTTP try; never changed, never removed
  id INTEGER PRIMARY KEY,
  engine INTEGER NOT NULL REFERENCES engine(id) ON DELETE CASCADE,
  item INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
  k INTEGER NOT NULL,
  number INTEGER NOT NULL,             -- from 1, counting on over sessions
  started_at TEXT NOT NULL,
  outcome TEXT NOT NULL,
  error TEXT NOT NULL,
  http_status INTEGER NOT NULL,
  body_sha256 TEXT NOT NULL REFERENCES blob(sha256),
  request_sha256 TEXT NOT NULL,        -- salt zeroed; a blob where its bytes were given
  wire_sha256 TEXT NOT NULL,           -- as sent
  server_header TEXT NOT NULL,
  new_connections INTEGER NOT NULL,
  total_ms REAL NOT NULL,
  UNIQUE(engine, item, k, number)
) STRICT;

CREATE TABLE trial(                    -- written once the outcome is final
  id INTEGER PRIMARY KEY,
  engine INTEGER NOT NULL REFERENCES engine(id) ON DELETE CASCADE,
  item INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
  k INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  finish_reason TEXT,                  -- NULL: none was seen
  error TEXT NOT NULL,
  reasoning_state TEXT NOT NULL,       -- absent, null, text
  reasoning_sha256 TEXT REFERENCES blob(sha256),  -- NULL unless the state is text
  content_state TEXT NOT NULL,
  content_sha256 TEXT REFERENCES blob(sha256),
  tool_calls_sha256 TEXT,              -- NULL: no calls
  request_sha256 TEXT,                 -- NULL: imported
  body_sha256 TEXT,                    -- NULL: imported
  reasoning_source TEXT NOT NULL,
  refusal BLOB NOT NULL,
  response_id TEXT NOT NULL,
  model TEXT NOT NULL,
  system_fingerprint TEXT NOT NULL,
  flags TEXT NOT NULL,                 -- comma separated
  finished INTEGER NOT NULL,
  prompt_tokens INTEGER,
  completion_tokens INTEGER,
  cached_tokens INTEGER,
  reasoning_tokens INTEGER,
  draft_tokens INTEGER,
  draft_accepted INTEGER,
  first_token_ms REAL,
  first_answer_ms REAL,
  total_ms REAL,
  attempts INTEGER NOT NULL,
  UNIQUE(engine, item, k)
) STRICT;
CREATE INDEX trial_outcome ON trial(engine, outcome);

CREATE TABLE tool_call(
  trial INTEGER NOT NULL REFERENCES trial(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name BLOB NOT NULL,
  arguments BLOB NOT NULL,
  PRIMARY KEY(trial, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE verdict(
  trial INTEGER PRIMARY KEY REFERENCES trial(id) ON DELETE CASCADE,
  scoring_digest TEXT NOT NULL,
  scorer_version TEXT NOT NULL,
  parse_status TEXT NOT NULL,
  points REAL NOT NULL,
  max_points REAL NOT NULL,
  attainable REAL NOT NULL,
  norm_sha256 TEXT NOT NULL,
  value_record BLOB NOT NULL,
  outcome_record BLOB NOT NULL,
  fields_json BLOB NOT NULL,
  loops_json BLOB NOT NULL,
  flags TEXT NOT NULL
) STRICT;

CREATE VIEW run_result AS
SELECT x.id AS experiment, e.engine AS engine, s.suite AS suite, i.item AS item, t.k AS k,
       t.outcome AS outcome, t.finish_reason AS finish_reason,
       t.content_sha256 AS content_sha256, t.reasoning_sha256 AS reasoning_sha256,
       t.request_sha256 AS request_sha256, t.body_sha256 AS body_sha256,
       v.points AS points, v.max_points AS max_points, v.attainable AS attainable,
       v.scorer_version AS scorer_version, t.prompt_tokens AS prompt_tokens,
       t.completion_tokens AS completion_tokens, t.cached_tokens AS cached_tokens,
       t.first_token_ms AS first_token_ms, t.total_ms AS total_ms, t.attempts AS attempts
FROM trial t
JOIN engine e ON e.id = t.engine
JOIN experiment x ON x.seq = e.experiment
JOIN item i ON i.id = t.item
JOIN experiment_suite s ON s.id = i.suite
LEFT JOIN verdict v ON v.trial = t.id;
)sql";

// What judges said, and which fields of an experiment they have judged in full.
constexpr const char* k_step_1 = R"sql(
CREATE TABLE judgement(                -- shared by all experiments
  sha256 TEXT NOT NULL PRIMARY KEY,    -- of judge, prompt, question, rubric, gold and answer
  judge TEXT NOT NULL,                 -- digest of the judge's settings
  model TEXT NOT NULL,
  verdict TEXT NOT NULL,               -- right, wrong
  reason BLOB NOT NULL,
  reply_sha256 TEXT NOT NULL REFERENCES blob(sha256),
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE experiment_judge(         -- no row: its judged fields are unavailable
  experiment INTEGER PRIMARY KEY REFERENCES experiment(seq) ON DELETE CASCADE,
  digest TEXT NOT NULL,
  judge_json TEXT NOT NULL
) STRICT;

CREATE TABLE judged_field(             -- a field that counts, for every engine alike
  item INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
  field TEXT NOT NULL,
  PRIMARY KEY(item, field)
) STRICT, WITHOUT ROWID;
)sql";

// How many requests an engine said it was running: one row for all sessions of an experiment.
constexpr const char* k_step_2 = R"sql(
CREATE TABLE engine_load(              -- no row: its metrics page was never read
  engine INTEGER PRIMARY KEY REFERENCES engine(id) ON DELETE CASCADE,
  samples INTEGER NOT NULL,
  running_min INTEGER NOT NULL,
  running_max INTEGER NOT NULL,
  waiting_max INTEGER                  -- NULL: never told
) STRICT;
)sql";

// When the engine says that it made the answer: Unix seconds; NULL: not told, or an older row.
constexpr const char* k_step_3 = R"sql(
ALTER TABLE trial ADD COLUMN created INTEGER;
)sql";

constexpr const char* k_steps[] = {k_step_0, k_step_1, k_step_2, k_step_3};

// Switching to WAL needs the file for itself for a moment, and SQLite does not wait for it.
Result<void> switch_to_wal(sqlite::Database& database) {
    constexpr int k_tries = 100;
    for (int i = 0;; ++i) {
        const Result<std::string> mode = database.text("PRAGMA journal_mode=WAL");
        if (mode && *mode == "wal") break;
        if (i == k_tries) {
            return mode ? fail("the store's file system does not support write-ahead logging")
                        : mode.error();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
    // Pages, of 4 KB: what several commits have changed goes from the log into the file once.
    return database.execute(
        "PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; PRAGMA wal_autocheckpoint=4000;");
}

Error not_a_store(const std::filesystem::path& path) {
    return fail(path.string() +
                " is not a kilter store but another program's database; choose another file with "
                "--store");
}

Error newer(const std::filesystem::path& path) {
    return fail(
        path.string() +
        " was written by a newer version of kilter; use that version, or choose another file "
        "with --store");
}

Error named(const std::filesystem::path& path, const Error& error) {
    // Some sentences name it themselves.
    if (error.message.find(path.filename().string()) != std::string::npos) return error;
    return fail(path.string() + ": " + error.message);
}

struct Identity {
    long long application_id = 0;
    long long version = 0;
    bool empty = false;  // no table at all
};

Result<Identity> identity_of(sqlite::Database& database) {
    Identity found;
    const Result<long long> id = database.integer("PRAGMA application_id");
    if (!id) return id.error();
    const Result<long long> version = database.integer("PRAGMA user_version");
    if (!version) return version.error();
    const Result<long long> objects = database.integer("SELECT count(*) FROM sqlite_schema");
    if (!objects) return objects.error();
    found.application_id = *id;
    found.version = *version;
    found.empty = *objects == 0;
    return found;
}

Result<void> migrate(sqlite::Database& database, const std::filesystem::path& path,
                     std::span<const char* const> steps) {
    Result<sqlite::Transaction> transaction = sqlite::Transaction::begin(database);
    if (!transaction) return transaction.error();
    // Asked again under the lock: another process may have been quicker.
    const Result<Identity> found = identity_of(database);
    if (!found) return found.error();
    if (found->application_id != k_application_id && !found->empty) return not_a_store(path);
    const auto wanted = static_cast<long long>(steps.size());
    if (found->version > wanted) return newer(path);
    for (long long at = found->version; at < wanted; ++at) {
        const Result<void> applied = database.execute(steps[static_cast<std::size_t>(at)]);
        if (!applied) return applied.error();
    }
    const Result<void> marked =
        database.execute("PRAGMA application_id=" + std::to_string(k_application_id) +
                         "; PRAGMA user_version=" + std::to_string(wanted));
    if (!marked) return marked.error();
    return transaction->commit();
}

}  // namespace

std::span<const char* const> migrations() {
    return k_steps;
}

Result<void> prepare_store(sqlite::Database& database, const std::filesystem::path& path,
                           std::span<const char* const> steps) {
    // Before the first write, so that a file of somebody else stays as it is.
    const Result<Identity> found = identity_of(database);
    if (!found) return named(path, found.error());
    const bool blank = found->empty && found->application_id == 0 && found->version == 0;
    if (!blank && found->application_id != k_application_id) return not_a_store(path);
    const auto wanted = static_cast<long long>(steps.size());
    if (found->version > wanted) return newer(path);
    const Result<void> configured = switch_to_wal(database);
    if (!configured) return named(path, configured.error());
    if (!blank && found->version == wanted) return {};
    return migrate(database, path, steps);
}

Result<void> check_store(sqlite::Database& database, const std::filesystem::path& path,
                         std::span<const char* const> steps) {
    const Result<Identity> found = identity_of(database);
    if (!found) return named(path, found.error());
    if (found->application_id != k_application_id) {
        if (!found->empty) return not_a_store(path);
        return fail(path.string() + " is empty; fill it with kilter run");
    }
    const auto wanted = static_cast<long long>(steps.size());
    if (found->version > wanted) return newer(path);
    if (found->version < wanted) {
        return fail(
            path.string() +
            " was written by an older version of kilter; this brings it up to date: kilter score "
            "--store " +
            path.string());
    }
    return {};
}

}  // namespace kilter
