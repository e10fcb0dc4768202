#include <array>
#include <catch2/catch_all.hpp>
#include <string>

#include "harness/store/schema.hpp"
#include "harness/store/store_reader.hpp"
#include "harness/store/store_writer.hpp"
#include "tests/support/result_printing.hpp"
#include "tests/support/sample_rows.hpp"
#include "tests/support/temp_folder.hpp"

using namespace kilter;
using sqlite::Database;
using sqlite::OpenMode;

namespace {

JudgementRow judgement(std::string verdict) {
    JudgementRow row;
    row.sha256 = sha256_hex("a question");
    row.judge = "judge-1";
    row.model = "m";
    row.verdict = std::move(verdict);
    row.reason = std::string("why\0not", 7);
    row.reply = "{\"verdict\":\"" + row.verdict + "\"}";
    row.created_at = "2026-11-29T12:00:00.000Z";
    return row;
}

struct Open {
    test::TempFolder folder;
    std::unique_ptr<StoreWriter> writer = std::move(StoreWriter::open(folder / "k.db").value());
    std::unique_ptr<StoreReader> reader() {
        return std::move(StoreReader::open(folder / "k.db").value());
    }
};

}  // namespace

TEST_CASE("a judgement comes back as it went in, and the first one of a question stands") {
    Open open;
    REQUIRE(open.writer->put_judgement(judgement("right")));
    REQUIRE(open.writer->put_judgement(judgement("wrong")));
    const auto reader = open.reader();
    const auto found = reader->judgement(sha256_hex("a question"));
    REQUIRE(found);
    REQUIRE(found->has_value());
    CHECK((*found)->verdict == "right");
    CHECK((*found)->reason == std::string("why\0not", 7));
    CHECK((*found)->reply == "{\"verdict\":\"right\"}");
    CHECK((*found)->judge == "judge-1");
    CHECK((*found)->model == "m");
    CHECK((*found)->created_at == "2026-11-29T12:00:00.000Z");
    const auto other = reader->judgement(sha256_hex("another"));
    REQUIRE(other);
    CHECK_FALSE(other->has_value());
}

TEST_CASE("the judge of an experiment, and what it has judged, are replaced as a whole") {
    Open open;
    REQUIRE(open.writer->add_experiment(test::sample_experiment()));
    REQUIRE(open.writer->add_experiment(test::sample_experiment("x2")));
    {
        const auto reader = open.reader();
        CHECK_FALSE(reader->judge_of("x1").value().has_value());
        CHECK(reader->judged_fields("x1", "s").value().empty());
    }
    REQUIRE(open.writer->set_judge("x1", {"d1", "{}"}));
    REQUIRE(open.writer->set_judge("x1", {"d2", "{\"model\":\"m\"}"}));
    REQUIRE(open.writer->set_judged_fields("x1", "s", {{"a", {"note", "s.t"}}, {"b", {"note"}}}));
    REQUIRE(open.writer->set_judged_fields("x2", "s", {{"b", {"note"}}}));
    REQUIRE(open.writer->set_judged_fields("x1", "s", {{"a", {"s.t"}}, {"gone", {"note"}}}));
    const auto reader = open.reader();
    CHECK(reader->judge_of("x1").value()->digest == "d2");
    CHECK(reader->judge_of("x1").value()->judge_json == "{\"model\":\"m\"}");
    CHECK_FALSE(reader->judge_of("x2").value().has_value());
    CHECK(reader->judged_fields("x1", "s").value() == JudgedFields{{"a", {"s.t"}}});
    CHECK(reader->judged_fields("x2", "s").value() == JudgedFields{{"b", {"note"}}});
    CHECK_FALSE(open.writer->set_judge("nope", {"d", "{}"}));
    CHECK_FALSE(reader->judged_fields("x1", "nope"));
}

TEST_CASE("a store of the version before judges is brought up to date and keeps its rows") {
    const test::TempFolder folder;
    const std::filesystem::path path = folder / "old.db";
    {
        Result<Database> database = Database::open(path, OpenMode::create);
        REQUIRE(database);
        REQUIRE(prepare_store(*database, path, migrations().first(1)));
        REQUIRE(database->integer("PRAGMA user_version").value() == 1);
        REQUIRE(database->execute(
            "INSERT INTO experiment(id, created_at, kind, plan_digest, plan_json, config_text, "
            "runs) VALUES('old', '2026-01-01T00:00:00.000Z', 'run', 'd', '{}', '', 3)"));
    }
    CHECK_FALSE(StoreReader::open(path));  // readers change nothing
    {
        const auto writer = StoreWriter::open(path);
        REQUIRE(writer);
        REQUIRE((*writer)->set_judge("old", {"d1", "{}"}));
        REQUIRE((*writer)->put_judgement(judgement("wrong")));
    }
    const auto reader = StoreReader::open(path);
    REQUIRE(reader);
    CHECK((*reader)->experiments()->size() == 1);
    CHECK((*reader)->judge_of("old").value()->digest == "d1");
    CHECK((*reader)->judgement(sha256_hex("a question")).value()->verdict == "wrong");
    Result<Database> database = Database::open(path, OpenMode::read_only);
    CHECK(database->integer("PRAGMA user_version").value() ==
          static_cast<long long>(migrations().size()));
}
