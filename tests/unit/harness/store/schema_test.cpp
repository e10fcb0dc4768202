#include "harness/store/schema.hpp"

#include <array>
#include <catch2/catch_all.hpp>
#include <fstream>
#include <sstream>
#include <string>

#include "harness/store/store_reader.hpp"
#include "harness/store/store_writer.hpp"
#include "tests/support/result_printing.hpp"
#include "tests/support/sample_rows.hpp"
#include "tests/support/temp_folder.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;
using sqlite::Database;
using sqlite::OpenMode;

namespace {

Database open(const std::filesystem::path& path) {
    Result<Database> database = Database::open(path, OpenMode::create);
    REQUIRE(database);
    return std::move(*database);
}

void execute(const std::filesystem::path& path, const std::string& sql) {
    REQUIRE(open(path).execute(sql));
}

std::string bytes_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

constexpr const char* k_first = "CREATE TABLE one(a TEXT) STRICT";
constexpr const char* k_second = "ALTER TABLE one ADD COLUMN b INTEGER; CREATE TABLE two(c REAL)";
constexpr const char* k_broken = "CREATE TABLE three(c REAL); CREATE TABLE one(a TEXT)";

}  // namespace

TEST_CASE("a new file becomes a store: id, version, write-ahead log") {
    const test::TempFolder folder;
    REQUIRE(StoreWriter::open(folder / "k.db"));
    Database database = open(folder / "k.db");
    CHECK(database.integer("PRAGMA application_id").value() == k_application_id);
    CHECK(database.integer("PRAGMA user_version").value() ==
          static_cast<long long>(migrations().size()));
    CHECK(database.text("PRAGMA journal_mode").value() == "wal");
}

TEST_CASE("every table is STRICT") {
    const test::TempFolder folder;
    REQUIRE(StoreWriter::open(folder / "k.db"));
    Database database = open(folder / "k.db");
    CHECK(database
              .integer("SELECT count(*) FROM pragma_table_list WHERE schema='main' AND "
                       "type='table' AND strict=1")
              .value() == 13);
    CHECK(database
              .integer("SELECT count(*) FROM pragma_table_list WHERE schema='main' AND "
                       "type='table' AND strict=0 AND name NOT LIKE 'sqlite_%'")
              .value() == 0);
}

TEST_CASE("migrations: from version 0, then only the new step, then none") {
    const test::TempFolder folder;
    const std::filesystem::path path = folder / "m.db";
    execute(path, "VACUUM");  // a database file without tables, user_version 0
    const std::array first{k_first};
    {
        Database database = open(path);
        REQUIRE(prepare_store(database, path, first));
        REQUIRE(database.execute("INSERT INTO one VALUES('kept')"));
    }
    const std::array both{k_first, k_second};
    for (int i = 0; i < 2; ++i) {
        Database database = open(path);
        REQUIRE(prepare_store(database, path, both));
        CHECK(database.integer("PRAGMA user_version").value() == 2);
        CHECK(database.text("SELECT a FROM one WHERE b IS NULL").value() == "kept");
        CHECK(database.integer("SELECT count(*) FROM two").value() == 0);
    }
}

TEST_CASE("a step that fails leaves the file at its old version") {
    const test::TempFolder folder;
    const std::filesystem::path path = folder / "m.db";
    const std::array first{k_first};
    const std::array broken{k_first, k_second, k_broken};
    {
        Database database = open(path);
        REQUIRE(prepare_store(database, path, first));
        CHECK_FALSE(prepare_store(database, path, broken));
    }
    Database database = open(path);
    CHECK(database.integer("PRAGMA user_version").value() == 1);
    CHECK(database.integer("SELECT count(*) FROM sqlite_schema").value() == 1);
}

TEST_CASE("a file of a newer version is refused by writer and reader") {
    const test::TempFolder folder;
    REQUIRE(StoreWriter::open(folder / "k.db"));
    execute(folder / "k.db", "PRAGMA user_version=99");
    const auto writer = StoreWriter::open(folder / "k.db");
    REQUIRE_FALSE(writer);
    CHECK_THAT(writer.error().message, ContainsSubstring("newer version of kilter"));
    const auto reader = StoreReader::open(folder / "k.db");
    REQUIRE_FALSE(reader);
    CHECK_THAT(reader.error().message, ContainsSubstring("newer version of kilter"));
}

TEST_CASE("an older file is readable only after a writer brought it up to date") {
    const test::TempFolder folder;
    const std::filesystem::path path = folder / "m.db";
    const std::array first{k_first};
    const std::array both{k_first, k_second};
    Database database = open(path);
    REQUIRE(prepare_store(database, path, first));
    CHECK(check_store(database, path, first));
    const Result<void> checked = check_store(database, path, both);
    REQUIRE_FALSE(checked);
    CHECK_THAT(checked.error().message, ContainsSubstring("older version"));
    CHECK_THAT(checked.error().message, ContainsSubstring("kilter score --store " + path.string()));
}

TEST_CASE("a store that a reader refuses keeps no log beside it") {
    const test::TempFolder folder;
    const std::filesystem::path path = folder / "k.db";
    REQUIRE(StoreWriter::open(path));
    execute(path,
            GENERATE(std::string("PRAGMA user_version=1"), std::string("PRAGMA user_version=99")));
    REQUIRE_FALSE(StoreReader::open(path));
    CHECK_FALSE(std::filesystem::exists(path.string() + "-shm"));
    CHECK_FALSE(std::filesystem::exists(path.string() + "-wal"));
}

TEST_CASE("another program's database is refused and stays as it is") {
    const test::TempFolder folder;
    const std::filesystem::path path = folder / "theirs.db";
    const std::string pragma = GENERATE(std::string(), std::string("PRAGMA application_id=7;"),
                                        std::string("PRAGMA user_version=1;"));
    execute(path, pragma + "CREATE TABLE bookmarks(a); INSERT INTO bookmarks VALUES(1)");
    const std::string before = bytes_of(path);
    const auto writer = StoreWriter::open(path);
    REQUIRE_FALSE(writer);
    CHECK_THAT(writer.error().message, ContainsSubstring("not a kilter store"));
    const auto reader = StoreReader::open(path);
    REQUIRE_FALSE(reader);
    CHECK_THAT(reader.error().message, ContainsSubstring("not a kilter store"));
    CHECK(bytes_of(path) == before);
}

TEST_CASE("a text file is refused and stays as it is") {
    const test::TempFolder folder;
    const std::filesystem::path path = folder / "notes.txt";
    const std::string text(5000, 'x');
    std::ofstream(path) << text;
    const auto writer = StoreWriter::open(path);
    REQUIRE_FALSE(writer);
    CHECK_THAT(writer.error().message, ContainsSubstring("not a kilter store"));
    CHECK_FALSE(StoreReader::open(path));
    CHECK(bytes_of(path) == text);
}

TEST_CASE("a store that is not there, or is empty, is said in words") {
    const test::TempFolder folder;
    const auto missing = StoreReader::open(folder / "none.db");
    REQUIRE_FALSE(missing);
    CHECK_THAT(missing.error().message, ContainsSubstring("there is no store"));
    CHECK_FALSE(std::filesystem::exists(folder / "none.db"));
    execute(folder / "empty.db", "VACUUM");
    CHECK_FALSE(StoreReader::open(folder / "empty.db"));
}

TEST_CASE("a reader works with no writer there: closed cleanly, and left behind by a crash") {
    const test::TempFolder folder;
    {
        auto writer = StoreWriter::open(folder / "k.db");
        REQUIRE(writer);
        REQUIRE((*writer)->add_experiment(test::sample_experiment()));
        // What a crash leaves: the file with its log, copied while the writer is still there.
        for (const char* suffix : {"", "-wal"}) {
            std::filesystem::copy_file((folder / "k.db").string() + suffix,
                                       (folder / "crashed.db").string() + suffix);
        }
    }
    REQUIRE_FALSE(std::filesystem::exists(folder / "k.db-wal"));
    for (const char* name : {"k.db", "crashed.db"}) {
        INFO(name);
        auto reader = StoreReader::open(folder / name);
        REQUIRE(reader);
        const auto rows = (*reader)->experiments();
        REQUIRE(rows);
        CHECK(rows->size() == 1);
        reader->reset();
        CHECK_FALSE(std::filesystem::exists((folder / name).string() + "-wal"));
        CHECK_FALSE(std::filesystem::exists((folder / name).string() + "-shm"));
    }
}

TEST_CASE("what a reader opens cannot be written through it") {
    const test::TempFolder folder;
    REQUIRE(StoreWriter::open(folder / "k.db"));
    for (const OpenMode mode : {OpenMode::read_only, OpenMode::query_only}) {
        Result<Database> database = Database::open(folder / "k.db", mode);
        REQUIRE(database);
        CHECK_FALSE(database->execute("DELETE FROM experiment"));
        CHECK(database->integer("SELECT count(*) FROM experiment").value() == 0);
    }
}
