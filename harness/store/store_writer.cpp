#include "harness/store/store_writer.hpp"

#include <memory>
#include <utility>

#include "base/files.hpp"
#include "harness/store/blobs.hpp"
#include "harness/store/network_disk.hpp"
#include "harness/store/schema.hpp"
#include "harness/store/sqlite_store_writer.hpp"
#include "harness/store/suite_blob.hpp"

namespace kilter {

Result<void> SqliteStoreWriter::begin() {
    if (group_) return fail("a transaction is open already");
    Result<sqlite::Transaction> transaction = sqlite::Transaction::begin(database_);
    if (!transaction) return transaction.error();
    group_.emplace(std::move(*transaction));
    return {};
}

Result<void> SqliteStoreWriter::commit() {
    if (!group_) return fail("no transaction is open");
    if (!database_.in_transaction()) {
        rollback();
        return lost_group();
    }
    const Result<void> done = group_->commit();
    group_.reset();  // rolls back where COMMIT failed
    if (!done) forget();
    return done;
}

Result<void> SqliteStoreWriter::add_experiment(const ExperimentRow& row) {
    return atomically([&]() -> Result<void> {
        {
            Result<sqlite::Query> query = database_.query(
                "INSERT INTO experiment(id, created_at, kind, parent, plan_digest, plan_json, "
                "config_text, runs) VALUES(?, ?, ?, ?, ?, ?, ?, ?)");
            if (!query) return query.error();
            query->text(row.id).text(row.created_at).text(row.kind).text_or_null(row.parent);
            query->text(row.plan_digest)
                .text(row.plan_json)
                .text(row.config_text)
                .integer(row.runs);
            const Result<void> done = query->run();
            if (!done) return done;
        }
        const long long seq = database_.last_insert_id();
        int position = 0;
        for (const SuiteSelection& suite : row.suites) {
            const Result<void> done = insert_suite(seq, position++, suite);
            if (!done) return done;
        }
        for (const EngineRow& engine : row.engines) {
            const Result<void> done = upsert_engine(seq, engine);
            if (!done) return done;
        }
        return {};
    });
}

Result<std::string> SqliteStoreWriter::put_suite_text(const SuiteSelection& suite) {
    if (!suite.whole) return put_blob(database_, suite.suite_json);
    const Result<void> stored = put_suite(database_, *suite.whole, suite.stamp);
    if (!stored) return stored.error();
    return suite.stamp.sha256;
}

Result<void> SqliteStoreWriter::insert_suite(long long experiment, int position,
                                             const SuiteSelection& suite) {
    const Result<std::string> sha256 = put_suite_text(suite);
    if (!sha256) return sha256.error();
    {
        Result<sqlite::Query> query = database_.query(
            "INSERT INTO experiment_suite(experiment, position, suite, prompts_digest, "
            "scoring_digest, suite_sha256) VALUES(?, ?, ?, ?, ?, ?)");
        if (!query) return query.error();
        query->integer(experiment).integer(position).text(suite.suite);
        query->text(suite.prompts_digest).text(suite.scoring_digest).text(*sha256);
        const Result<void> done = query->run();
        if (!done) return done;
    }
    const long long id = database_.last_insert_id();
    long long at = 0;
    for (const std::string& item : suite.items) {
        Result<sqlite::Query> query =
            database_.query("INSERT INTO item(suite, position, item) VALUES(?, ?, ?)");
        if (!query) return query.error();
        const Result<void> done = query->integer(id).integer(at++).text(item).run();
        if (!done) return done;
    }
    return {};
}

Result<void> SqliteStoreWriter::upsert_engine(long long experiment, const EngineRow& row) {
    // What is empty in the row leaves what is stored; the first start's fingerprint stays, so that
    // an engine that changed between two sessions shows.
    Result<sqlite::Query> query = database_.query(
        "INSERT INTO engine(experiment, position, engine, dialect, settings_json, "
        "fingerprint_start, fingerprint_end) VALUES(?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT(experiment, engine) DO UPDATE SET "
        "dialect=CASE excluded.dialect WHEN '' THEN dialect ELSE excluded.dialect END, "
        "settings_json=CASE excluded.settings_json WHEN '' THEN settings_json "
        "ELSE excluded.settings_json END, "
        "fingerprint_start=CASE fingerprint_start WHEN '' THEN excluded.fingerprint_start "
        "ELSE fingerprint_start END, "
        "fingerprint_end=CASE excluded.fingerprint_end WHEN '' THEN fingerprint_end "
        "ELSE excluded.fingerprint_end END");
    if (!query) return query.error();
    query->integer(experiment).integer(row.position).text(row.engine).text(row.dialect);
    query->text(row.settings_json).text(row.fingerprint_start).text(row.fingerprint_end);
    const Result<void> done = query->run();
    if (!done || row.load.samples == 0) return done;
    return add_load(experiment, row);
}

// Sessions add up; max() of SQLite is NULL where one side is.
Result<void> SqliteStoreWriter::add_load(long long experiment, const EngineRow& row) {
    Result<sqlite::Query> query = database_.query(
        "INSERT INTO engine_load(engine, samples, running_min, running_max, waiting_max) "
        "SELECT id, ?, ?, ?, ? FROM engine WHERE experiment=? AND engine=? "
        "ON CONFLICT(engine) DO UPDATE SET samples=samples+excluded.samples, "
        "running_min=min(running_min, excluded.running_min), "
        "running_max=max(running_max, excluded.running_max), "
        "waiting_max=coalesce(max(waiting_max, excluded.waiting_max), waiting_max, "
        "excluded.waiting_max)");
    if (!query) return query.error();
    query->integer(row.load.samples).integer(row.load.running_min).integer(row.load.running_max);
    query->integer(row.load.waiting_max).integer(experiment).text(row.engine);
    return query->run();
}

Result<void> SqliteStoreWriter::set_engine(const std::string& experiment, const EngineRow& row) {
    return atomically([&]() -> Result<void> {
        const Result<long long> seq = experiment_seq(database_, experiment);
        if (!seq) return seq.error();
        return upsert_engine(*seq, row);
    });
}

Result<void> SqliteStoreWriter::set_suite(const std::string& experiment,
                                          const SuiteSelection& suite) {
    return atomically([&]() -> Result<void> {
        const Result<long long> id = suite_id(database_, experiment, suite.suite);
        if (!id) return id.error();
        const Result<std::string> sha256 = put_suite_text(suite);
        if (!sha256) return sha256.error();
        Result<sqlite::Query> query = database_.query(
            "UPDATE experiment_suite SET scoring_digest=?, suite_sha256=? "
            "WHERE id=? AND prompts_digest=? RETURNING id");
        if (!query) return query.error();
        query->text(suite.scoring_digest).text(*sha256).integer(*id).text(suite.prompts_digest);
        const Result<bool> changed = query->step();
        if (!changed) return changed.error();
        if (!*changed) {
            return fail("suite " + suite.suite +
                        " asks something else now: its prompts digest is not "
                        "the experiment's; measure again with --new");
        }
        return {};
    });
}

Result<void> SqliteStoreWriter::set_plan(const std::string& experiment,
                                         const std::string& plan_json,
                                         const std::string& config_text) {
    return atomically([&]() -> Result<void> {
        const Result<long long> seq = experiment_seq(database_, experiment);
        if (!seq) return seq.error();
        Result<sqlite::Query> query =
            database_.query("UPDATE experiment SET plan_json=?, config_text=? WHERE seq=?");
        if (!query) return query.error();
        return query->text(plan_json).text(config_text).integer(*seq).run();
    });
}

Result<std::unique_ptr<StoreWriter>> StoreWriter::open(const std::filesystem::path& path) {
    // The lock's name begins with the store's: cut at a NUL it would be the store itself.
    const std::string name = path.string();
    if (has_control_characters(name))
        return fail("the store's name has a control character; name it otherwise");
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
        return fail(name + " is no file that can hold a store; --store FILE names another");
    if (const auto network = network_disk_of(path))
        return fail(name + " lies on a network file system (" + *network +
                    "), where a store can be damaged; --store FILE names one on a local disk");
    Result<sqlite::Database> database = sqlite::Database::open(path, sqlite::OpenMode::create);
    if (!database) return fail(path.string() + ": " + database.error().message);
    const Result<void> prepared = prepare_store(*database, path, migrations());
    if (!prepared) return prepared.error();
    return std::unique_ptr<StoreWriter>(std::make_unique<SqliteStoreWriter>(std::move(*database)));
}

}  // namespace kilter
