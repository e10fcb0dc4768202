// A thin layer over SQLite: connections, statements and transactions that clean up after
// themselves, and one place where its error codes become sentences. Knows no table of ours. No
// exceptions; one thread at a time per connection.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>

#include "base/result.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace kilter::sqlite {

enum class OpenMode {
    create,      // reads and writes; makes the file where it is missing
    read_only,   // changes nothing, but leaves the log's empty files behind
    query_only,  // refuses to write rows; tidies the log away when it is the last to close
};

// A prepared statement in use: bind, step until false, read columns. Resets itself and clears its
// bindings when it goes out of scope, so that no open read pins the WAL. A failed bind is reported
// by the next step(). Bound texts and blobs are not copied: they must live, unchanged, until the
// last step().
class Query {
  public:
    Query(sqlite3* database, sqlite3_stmt* statement)
        : database_(database), statement_(statement) {}
    ~Query();
    Query(Query&& other) noexcept;
    Query& operator=(Query&&) = delete;

    // Parameters from 1, in order of the calls.
    Query& text(std::string_view value);
    Query& text_or_null(std::string_view value);  // empty becomes NULL
    Query& blob(std::string_view bytes);
    // A temporary would be gone by the next step().
    template <std::same_as<std::string> Temporary>
    Query& text(Temporary&& value) = delete;
    template <std::same_as<std::string> Temporary>
    Query& text_or_null(Temporary&& value) = delete;
    template <std::same_as<std::string> Temporary>
    Query& blob(Temporary&& bytes) = delete;
    Query& integer(long long value);
    Query& integer(const std::optional<long long>& value);
    Query& real(double value);
    Query& real(const std::optional<double>& value);
    Query& null();

    Result<bool> step();  // true: a row stands ready
    Result<void> run();   // for statements that give no rows
    // Calls `each` for every row that is left; where it gives a Result, an error ends it.
    template <class Each>
    Result<void> for_rows(const Each& each);

    // Columns from 0; NULL reads as empty or zero, or as nullopt.
    std::string get_text(int column) const;
    std::string get_blob(int column) const;
    long long get_integer(int column) const;
    double get_real(int column) const;
    std::optional<long long> get_optional_integer(int column) const;
    std::optional<double> get_optional_real(int column) const;
    bool is_null(int column) const;

  private:
    void check(int code);

    sqlite3* database_;
    sqlite3_stmt* statement_;
    int bound_ = 0;
    int bind_error_ = 0;
};

class Database {
  public:
    static Result<Database> open(const std::filesystem::path& path, OpenMode mode);

    // One or more statements without parameters and without results.
    Result<void> execute(const std::string& script);
    // The statement is prepared on first use and kept; not to be used twice at once.
    Result<Query> query(std::string_view sql);
    // First column of the first row; an error where there is no row.
    Result<long long> integer(std::string_view sql);
    Result<std::string> text(std::string_view sql);

    long long last_insert_id() const;
    bool in_transaction() const;  // as SQLite sees it: it may roll back by itself (disk full)

  private:
    struct Close {
        void operator()(sqlite3* handle) const;
    };
    struct Finalize {
        void operator()(sqlite3_stmt* handle) const;
    };

    // Of the end only: statements are long and differ in their lengths or there.
    struct HashText {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            constexpr std::size_t k_end = 24;
            const std::size_t from = text.size() - std::min(text.size(), k_end);
            return std::hash<std::string_view>()(text.substr(from)) + text.size();
        }
    };

    explicit Database(sqlite3* handle) : handle_(handle) {}
    static Result<Database> open_uri(const std::string& name, OpenMode mode, bool is_uri);

    std::unique_ptr<sqlite3, Close> handle_;  // outlives the statements: declared first
    std::unordered_map<std::string, std::unique_ptr<sqlite3_stmt, Finalize>, HashText,
                       std::equal_to<>>
        statements_;
};

template <class Each>
Result<void> Query::for_rows(const Each& each) {
    for (;;) {
        const Result<bool> row = step();
        if (!row) return row.error();
        if (!*row) return {};
        if constexpr (std::is_void_v<std::invoke_result_t<const Each&>>) {
            each();
        } else {
            const Result<void> done = each();
            if (!done) return done;
        }
    }
}

// BEGIN IMMEDIATE, or a savepoint inside an open transaction; rolled back unless committed.
class Transaction {
  public:
    static Result<Transaction> begin(Database& database);
    ~Transaction();
    Transaction(Transaction&& other) noexcept;
    Transaction& operator=(Transaction&&) = delete;

    Result<void> commit();

  private:
    Transaction(Database& database, bool nested) : database_(&database), nested_(nested) {}

    Database* database_;  // nullptr: committed or moved from
    bool nested_;
};

}  // namespace kilter::sqlite
