#include "harness/store/sqlite.hpp"

#include <sqlite3.h>

#include <system_error>
#include <utility>

namespace kilter::sqlite {
namespace {

// How long to wait for somebody else's lock. A reader of a WAL store meets none in good order, and
// somebody waits for its answer.
constexpr int k_busy_timeout_ms = 30'000;
constexpr int k_reader_timeout_ms = 3'000;

Error damaged(sqlite3* database, const std::string& detail) {
    const char* name = database != nullptr ? sqlite3_db_filename(database, "main") : nullptr;
    const std::string file = name != nullptr && *name != '\0' ? name : "the store";
    return fail(file + " is damaged (" + detail +
                "); restore a copy of it, or save what can still be read with SQLite's .recover "
                "command");
}

// The one place where codes become sentences.
Error error_from(sqlite3* database, int code) {
    const std::string detail =
        database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code);
    switch (code & 0xFF) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return fail("the store is busy: another process kept it locked for too long");
        case SQLITE_READONLY:
            return fail("the store cannot be written: the file or its folder is read-only");
        case SQLITE_FULL:
            return fail("the store cannot be written: the disk is full");
        case SQLITE_IOERR:
            return fail("the store cannot be read or written: " + detail);
        case SQLITE_CANTOPEN:
            return fail("the file cannot be opened; is the folder there, and may it be written?");
        case SQLITE_NOTADB:
            return fail("the file is not a kilter store; choose another one with --store");
        case SQLITE_CORRUPT:
            return damaged(database, detail);
        default:
            return fail("SQLite: " + detail);
    }
}

// SQLite takes a null pointer for NULL; an empty text is not that.
const char* data_of(std::string_view value) {
    return value.data() != nullptr ? value.data() : "";
}

// Nobody asks how much memory SQLite has: counting it takes a lock for each piece. Only before the
// first connection; later it is refused, and nothing is lost.
void stop_counting_memory() {
    static const int done = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    (void)done;
}

// As execute(), of a statement that comes again.
Result<void> run_kept(Database& database, std::string_view sql) {
    Result<Query> query = database.query(sql);
    if (!query) return query.error();
    return query->run();
}

}  // namespace

Query::~Query() {
    if (statement_ == nullptr) return;
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
}

Query::Query(Query&& other) noexcept
    : database_(other.database_),
      statement_(std::exchange(other.statement_, nullptr)),
      bound_(other.bound_),
      bind_error_(other.bind_error_) {}

void Query::check(int code) {
    if (code != SQLITE_OK && bind_error_ == SQLITE_OK) bind_error_ = code;
}

Query& Query::text(std::string_view value) {
    check(sqlite3_bind_text64(statement_, ++bound_, data_of(value), value.size(), SQLITE_STATIC,
                              SQLITE_UTF8));
    return *this;
}

Query& Query::text_or_null(std::string_view value) {
    return value.empty() ? null() : text(value);
}

Query& Query::blob(std::string_view bytes) {
    check(sqlite3_bind_blob64(statement_, ++bound_, data_of(bytes), bytes.size(), SQLITE_STATIC));
    return *this;
}

Query& Query::integer(long long value) {
    check(sqlite3_bind_int64(statement_, ++bound_, value));
    return *this;
}

Query& Query::integer(const std::optional<long long>& value) {
    return value ? integer(*value) : null();
}

Query& Query::real(double value) {
    check(sqlite3_bind_double(statement_, ++bound_, value));
    return *this;
}

Query& Query::real(const std::optional<double>& value) {
    return value ? real(*value) : null();
}

Query& Query::null() {
    check(sqlite3_bind_null(statement_, ++bound_));
    return *this;
}

Result<bool> Query::step() {
    if (bind_error_ != SQLITE_OK) return error_from(database_, bind_error_);
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    return error_from(database_, code);
}

Result<void> Query::run() {
    const Result<bool> row = step();
    if (!row) return row.error();
    return {};
}

std::string Query::get_text(int column) const {
    const unsigned char* bytes = sqlite3_column_text(statement_, column);
    if (bytes == nullptr) return {};
    const int size = sqlite3_column_bytes(statement_, column);
    return std::string(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

std::string Query::get_blob(int column) const {
    const void* bytes = sqlite3_column_blob(statement_, column);
    if (bytes == nullptr) return {};
    const int size = sqlite3_column_bytes(statement_, column);
    return std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

long long Query::get_integer(int column) const {
    return sqlite3_column_int64(statement_, column);
}

double Query::get_real(int column) const {
    return sqlite3_column_double(statement_, column);
}

std::optional<long long> Query::get_optional_integer(int column) const {
    if (is_null(column)) return std::nullopt;
    return get_integer(column);
}

std::optional<double> Query::get_optional_real(int column) const {
    if (is_null(column)) return std::nullopt;
    return get_real(column);
}

bool Query::is_null(int column) const {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

void Database::Close::operator()(sqlite3* handle) const {
    sqlite3_close_v2(handle);
}
void Database::Finalize::operator()(sqlite3_stmt* handle) const {
    sqlite3_finalize(handle);
}

Result<Database> Database::open_uri(const std::string& name, OpenMode mode, bool is_uri) {
    stop_counting_memory();
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    if (mode == OpenMode::create) flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    if (mode == OpenMode::query_only) flags |= SQLITE_OPEN_READWRITE;
    if (mode == OpenMode::read_only) flags |= SQLITE_OPEN_READONLY;
    if (is_uri) flags |= SQLITE_OPEN_URI;
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(name.c_str(), &handle, flags, nullptr);
    Database database(handle);  // closes it in every case
    if (code != SQLITE_OK) return error_from(handle, code);
    sqlite3_busy_timeout(handle,
                         mode == OpenMode::read_only ? k_reader_timeout_ms : k_busy_timeout_ms);
    // A file from elsewhere must not run code through its schema, nor be made inconsistent.
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    return database;
}

Result<Database> Database::open(const std::filesystem::path& path, OpenMode mode) {
    Result<Database> database = open_uri(path.string(), mode, false);
    if (!database || mode == OpenMode::create) return database;
    if (mode == OpenMode::query_only) {
        const Result<void> guarded = database->execute("PRAGMA query_only=ON");
        if (!guarded) return guarded.error();
        return database;
    }
    // Opening reads nothing yet. A WAL file needs its -shm beside it; in a folder that cannot be
    // written there is none, and with nothing in the -wal nobody is writing: then it is read as it
    // stands.
    const Result<long long> first = database->integer("PRAGMA schema_version");
    if (first) return database;
    if ((sqlite3_errcode(database->handle_.get()) & 0xff) == SQLITE_BUSY) return first.error();
    std::error_code no_log;
    const std::filesystem::path wal = path.string() + "-wal";
    if (std::filesystem::file_size(wal, no_log) > 0 && !no_log) return first.error();
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return first.error();
    std::string name = "file:";
    for (const char c : std::filesystem::absolute(path, ignored).string()) {
        if (c == '%' || c == '?' || c == '#') {
            name += c == '%' ? "%25" : c == '?' ? "%3f" : "%23";
        } else {
            name += c;
        }
    }
    Result<Database> frozen = open_uri(name + "?immutable=1", mode, true);
    if (!frozen || !frozen->integer("PRAGMA schema_version")) return first.error();
    return frozen;
}

Result<void> Database::execute(const std::string& script) {
    const int code = sqlite3_exec(handle_.get(), script.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) return error_from(handle_.get(), code);
    return {};
}

Result<Query> Database::query(std::string_view sql) {
    const auto found = statements_.find(sql);
    if (found != statements_.end()) return Query(handle_.get(), found->second.get());
    std::string key(sql);
    sqlite3_stmt* statement = nullptr;
    const int code =
        sqlite3_prepare_v3(handle_.get(), key.c_str(), static_cast<int>(key.size() + 1),
                           SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    if (code != SQLITE_OK) return error_from(handle_.get(), code);
    statements_.emplace(std::move(key), statement);
    return Query(handle_.get(), statement);
}

Result<long long> Database::integer(std::string_view sql) {
    Result<Query> found = query(sql);
    if (!found) return found.error();
    const Result<bool> row = found->step();
    if (!row) return row.error();
    if (!*row) return fail("SQLite: no row");
    return found->get_integer(0);
}

Result<std::string> Database::text(std::string_view sql) {
    Result<Query> found = query(sql);
    if (!found) return found.error();
    const Result<bool> row = found->step();
    if (!row) return row.error();
    if (!*row) return fail("SQLite: no row");
    return found->get_text(0);
}

long long Database::last_insert_id() const {
    return sqlite3_last_insert_rowid(handle_.get());
}

bool Database::in_transaction() const {
    return sqlite3_get_autocommit(handle_.get()) == 0;
}

Result<Transaction> Transaction::begin(Database& database) {
    const bool nested = database.in_transaction();
    const Result<void> begun = run_kept(database, nested ? "SAVEPOINT step" : "BEGIN IMMEDIATE");
    if (!begun) return begun.error();
    return Transaction(database, nested);
}

Transaction::Transaction(Transaction&& other) noexcept
    : database_(std::exchange(other.database_, nullptr)), nested_(other.nested_) {}

Transaction::~Transaction() {
    if (database_ == nullptr || !database_->in_transaction()) return;
    // Nothing to be done about a failure here: SQLite rolls back on closing as well.
    (void)database_->execute(nested_ ? "ROLLBACK TO step; RELEASE step" : "ROLLBACK");
}

Result<void> Transaction::commit() {
    const Result<void> done = run_kept(*database_, nested_ ? "RELEASE step" : "COMMIT");
    if (done) database_ = nullptr;
    return done;
}

}  // namespace kilter::sqlite
