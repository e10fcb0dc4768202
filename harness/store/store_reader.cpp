#include "harness/store/store_reader.hpp"

#include <memory>
#include <system_error>
#include <utility>

#include "harness/store/open_to_read.hpp"
#include "harness/store/row_ids.hpp"
#include "harness/store/schema.hpp"
#include "harness/store/sqlite_store_reader.hpp"

namespace kilter {
namespace {

constexpr const char* k_experiment_columns =
    "SELECT seq, id, created_at, kind, parent, plan_digest, plan_json, config_text, runs "
    "FROM experiment";

ExperimentRow read_row(const sqlite::Query& row) {
    ExperimentRow experiment;
    experiment.id = row.get_text(1);
    experiment.created_at = row.get_text(2);
    experiment.kind = row.get_text(3);
    experiment.parent = row.get_text(4);
    experiment.plan_digest = row.get_text(5);
    experiment.plan_json = row.get_text(6);
    experiment.config_text = row.get_text(7);
    experiment.runs = static_cast<int>(row.get_integer(8));
    return experiment;
}

// A store of another version is ours too: the empty files of its log go. The last to close takes
// them away, so `reading` closes first.
void tidy_up(const std::filesystem::path& path, sqlite::Database reading) {
    const Result<long long> id = reading.integer("PRAGMA application_id");
    if (!id || *id != k_application_id) return;
    Result<sqlite::Database> tidy = sqlite::Database::open(path, sqlite::OpenMode::query_only);
    if (tidy && tidy->integer("PRAGMA user_version")) reading = std::move(*tidy);
}

}  // namespace

Result<std::vector<ExperimentRow>> SqliteStoreReader::experiments() {
    std::vector<std::pair<long long, ExperimentRow>> found;
    {
        Result<sqlite::Query> query =
            database_.query(std::string(k_experiment_columns) + " ORDER BY seq");
        if (!query) return query.error();
        const Result<void> read =
            query->for_rows([&] { found.emplace_back(query->get_integer(0), read_row(*query)); });
        if (!read) return read.error();
    }
    std::vector<ExperimentRow> rows;
    for (auto& [seq, row] : found) {
        const Result<void> done = add_parts(seq, {false, true}, row);
        if (!done) return done.error();
        rows.push_back(std::move(row));
    }
    return rows;
}

Result<ExperimentRow> SqliteStoreReader::read_experiment(std::string_view id, SuiteParts parts) {
    const Result<long long> seq = experiment_seq(database_, id);
    if (!seq) return seq.error();
    ExperimentRow row;
    {
        Result<sqlite::Query> query =
            database_.query(std::string(k_experiment_columns) + " WHERE seq=?");
        if (!query) return query.error();
        const Result<bool> found = query->integer(*seq).step();
        if (!found) return found.error();
        row = read_row(*query);
    }
    const Result<void> done = add_parts(*seq, parts, row);
    if (!done) return done.error();
    return row;
}

Result<void> SqliteStoreReader::add_parts(long long seq, SuiteParts parts, ExperimentRow& row) {
    const Result<void> suites = add_suites(seq, parts, row);
    if (!suites) return suites;
    Result<sqlite::Query> query = database_.query(
        "SELECT e.engine, e.position, e.dialect, e.settings_json, e.fingerprint_start, "
        "e.fingerprint_end, l.samples, l.running_min, l.running_max, l.waiting_max "
        "FROM engine e LEFT JOIN engine_load l ON l.engine=e.id WHERE e.experiment=? "
        "ORDER BY e.position, e.id");
    if (!query) return query.error();
    query->integer(seq);
    return query->for_rows([&] {
        EngineRow engine;
        engine.engine = query->get_text(0);
        engine.position = static_cast<int>(query->get_integer(1));
        engine.dialect = query->get_text(2);
        engine.settings_json = query->get_text(3);
        engine.fingerprint_start = query->get_text(4);
        engine.fingerprint_end = query->get_text(5);
        engine.load.samples = query->get_optional_integer(6).value_or(0);
        engine.load.running_min = query->get_optional_integer(7).value_or(0);
        engine.load.running_max = query->get_optional_integer(8).value_or(0);
        engine.load.waiting_max = query->get_optional_integer(9);
        row.engines.push_back(std::move(engine));
    });
}

Result<void> SqliteStoreReader::add_suites(long long seq, SuiteParts parts, ExperimentRow& row) {
    Result<sqlite::Query> query = database_.query(
        "SELECT id, suite, prompts_digest, scoring_digest, suite_sha256 FROM experiment_suite "
        "WHERE experiment=? ORDER BY position");
    if (!query) return query.error();
    query->integer(seq);
    return query->for_rows([&]() -> Result<void> {
        SuiteSelection suite;
        suite.suite = query->get_text(1);
        suite.prompts_digest = query->get_text(2);
        suite.scoring_digest = query->get_text(3);
        suite.stamp.sha256 = query->get_text(4);
        if (parts.texts) {
            Result<std::string> text = get_blob(database_, suite.stamp.sha256);
            if (!text) return text.error();
            suite.suite_json = std::move(*text);
        }
        if (parts.items) {
            const Result<void> items = add_items(query->get_integer(0), suite);
            if (!items) return items;
        }
        row.suites.push_back(std::move(suite));
        return {};
    });
}

Result<void> SqliteStoreReader::add_items(long long suite, SuiteSelection& selection) {
    Result<sqlite::Query> query =
        database_.query("SELECT item FROM item WHERE suite=? ORDER BY position");
    if (!query) return query.error();
    query->integer(suite);
    return query->for_rows([&] { selection.items.push_back(query->get_text(0)); });
}

Result<sqlite::Database> open_to_read(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        return fail("there is no store " + path.string() +
                    "; kilter run makes one, --store FILE names another");
    }
    if (!std::filesystem::is_regular_file(path, ignored)) {
        return fail(path.string() +
                    " is no file that can hold a store; --store FILE names another");
    }
    Result<sqlite::Database> database = sqlite::Database::open(path, sqlite::OpenMode::read_only);
    if (!database) return fail(path.string() + ": " + database.error().message);
    const Result<void> checked = check_store(*database, path, migrations());
    if (!checked) {
        tidy_up(path, std::move(*database));
        return checked.error();
    }
    // Ours, so it may be tidied up. Not in a folder that cannot be written: then the first stays.
    Result<sqlite::Database> tidy = sqlite::Database::open(path, sqlite::OpenMode::query_only);
    if (tidy && check_store(*tidy, path, migrations())) database = std::move(tidy);
    return database;
}

Result<std::unique_ptr<StoreReader>> StoreReader::open(const std::filesystem::path& path) {
    Result<sqlite::Database> database = open_to_read(path);
    if (!database) return database.error();
    return std::unique_ptr<StoreReader>(std::make_unique<SqliteStoreReader>(std::move(*database)));
}

Result<std::unique_ptr<StoreReader>> open_snapshot(const std::filesystem::path& path) {
    Result<sqlite::Database> database = open_to_read(path);
    if (!database) return database.error();
    const Result<void> begun = database->execute("BEGIN");  // ends with the connection
    if (!begun) return begun.error();
    return std::unique_ptr<StoreReader>(std::make_unique<SqliteStoreReader>(std::move(*database)));
}

}  // namespace kilter
