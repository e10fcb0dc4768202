#include "harness/store/sqlite.hpp"

#include <catch2/catch_all.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "tests/support/result_printing.hpp"
#include "tests/support/temp_folder.hpp"

using namespace kilter;
using sqlite::Database;
using sqlite::OpenMode;
using sqlite::Query;
using sqlite::Transaction;

namespace {

// Bound texts are not copied.
template <class Text>
concept CanBeBound = requires(Query& query, Text&& text) {
    query.text(std::forward<Text>(text));
    query.text_or_null(std::forward<Text>(text));
    query.blob(std::forward<Text>(text));
};
static_assert(CanBeBound<const std::string&> && CanBeBound<std::string_view>);
static_assert(!CanBeBound<std::string>);

Database open_with_table(const test::TempFolder& folder) {
    Result<Database> database = Database::open(folder / "t.db", OpenMode::create);
    REQUIRE(database);
    REQUIRE(database->execute("CREATE TABLE t(a TEXT, b BLOB, c INTEGER, d REAL)"));
    return std::move(*database);
}

void insert(Database& database, std::string_view text) {
    Result<Query> query = database.query("INSERT INTO t(a) VALUES(?)");
    REQUIRE(query);
    REQUIRE(query->text(text).run());
}

long long count(Database& database) {
    return database.integer("SELECT count(*) FROM t").value();
}

}  // namespace

TEST_CASE("values come back as they went in, empty texts are not NULL") {
    const test::TempFolder folder;
    Database database = open_with_table(folder);
    const std::string bytes("a\0b\xff\xc3", 5);
    {
        Result<Query> query = database.query("INSERT INTO t VALUES(?, ?, ?, ?)");
        REQUIRE(query);
        REQUIRE(query->text(std::string_view()).blob(bytes).integer(-7).real(0.25).run());
    }
    {
        Result<Query> query = database.query("INSERT INTO t VALUES(?, ?, ?, ?)");
        REQUIRE(query);
        query->text_or_null("").blob("").integer(std::optional<long long>{});
        REQUIRE(query->real(std::optional<double>{}).run());
    }
    Result<Query> query = database.query("SELECT a, b, c, d FROM t ORDER BY rowid");
    REQUIRE(query);
    REQUIRE(query->step().value());
    CHECK_FALSE(query->is_null(0));
    CHECK(query->get_text(0).empty());
    CHECK(query->get_blob(1) == bytes);
    CHECK(query->get_integer(2) == -7);
    CHECK(query->get_real(3) == 0.25);
    REQUIRE(query->step().value());
    CHECK(query->is_null(0));
    CHECK_FALSE(query->is_null(1));
    CHECK_FALSE(query->get_optional_integer(2));
    CHECK_FALSE(query->get_optional_real(3));
    CHECK_FALSE(query->step().value());
}

TEST_CASE("a query resets itself: used again it starts from the first row, without old bindings") {
    const test::TempFolder folder;
    Database database = open_with_table(folder);
    insert(database, "one");
    insert(database, "two");
    for (int i = 0; i < 2; ++i) {
        Result<Query> query = database.query("SELECT a FROM t ORDER BY rowid");
        REQUIRE(query);
        REQUIRE(query->step().value());
        CHECK(query->get_text(0) == "one");
    }
    Result<Query> unbound = database.query("INSERT INTO t(a) VALUES(?)");
    REQUIRE(unbound->run());
    CHECK(database.integer("SELECT count(*) FROM t WHERE a IS NULL").value() == 1);
}

TEST_CASE("one parameter too many is an error of the next step") {
    const test::TempFolder folder;
    Database database = open_with_table(folder);
    Result<Query> query = database.query("INSERT INTO t(a) VALUES(?)");
    REQUIRE(query);
    CHECK_FALSE(query->text("x").text("y").run());
    CHECK(count(database) == 0);
}

TEST_CASE("a transaction that is not committed leaves nothing, also inside another one") {
    const test::TempFolder folder;
    Database database = open_with_table(folder);
    {
        Result<Transaction> outer = Transaction::begin(database);
        REQUIRE(outer);
        insert(database, "kept");
        {
            Result<Transaction> inner = Transaction::begin(database);
            REQUIRE(inner);
            insert(database, "undone");
        }
        {
            Result<Transaction> inner = Transaction::begin(database);
            REQUIRE(inner);
            insert(database, "kept too");
            REQUIRE(inner->commit());
        }
        REQUIRE(outer->commit());
    }
    CHECK(count(database) == 2);
    {
        Result<Transaction> undone = Transaction::begin(database);
        REQUIRE(undone);
        insert(database, "undone");
    }
    CHECK(count(database) == 2);
    CHECK_FALSE(database.in_transaction());
}

TEST_CASE("a missing folder is said in words") {
    const test::TempFolder folder;
    const Result<Database> database = Database::open(folder / "no/t.db", OpenMode::create);
    REQUIRE_FALSE(database);
    CHECK_THAT(database.error().message, Catch::Matchers::ContainsSubstring("folder"));
}
