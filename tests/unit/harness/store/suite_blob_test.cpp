// A suite that is stored piece by piece, beside one that is stored as a text.
#include "harness/store/suite_blob.hpp"

#include <catch2/catch_all.hpp>

#include "base/sha256.hpp"
#include "harness/store/store_reader.hpp"
#include "harness/store/store_writer.hpp"
#include "tests/support/result_printing.hpp"
#include "tests/support/sample_rows.hpp"
#include "tests/support/temp_folder.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

namespace {

// Its text fills several buffers of the compressor and does not shrink much.
Suite large_suite(int items) {
    Suite suite;
    suite.name = "s";
    std::string noise = "n";
    for (int i = 0; i < items; ++i) {
        Item item;
        item.id = "i" + std::to_string(i);
        noise = sha256_hex(noise);
        for (int part = 0; part < 60; ++part) item.question += sha256_hex(noise + item.question);
        suite.items.push_back(std::move(item));
    }
    return suite;
}

ExperimentRow row_of(const std::string& id, const Suite& suite) {
    ExperimentRow row = sample_experiment(id);
    row.suites[0].suite_json.clear();
    row.suites[0].whole = std::make_shared<const Suite>(suite);
    row.suites[0].stamp = stamp_of(suite);
    return row;
}

}  // namespace

TEST_CASE("A suite stored piece by piece is read back as its text, and stored once") {
    const TempFolder folder;
    const auto writer = std::move(StoreWriter::open(folder / "k.db").value());
    const Suite suite = large_suite(100);
    const std::string text = suite_to_json(suite);
    REQUIRE(text.size() > 300'000);
    REQUIRE(writer->add_experiment(row_of("x1", suite)));
    ExperimentRow as_text = row_of("x2", suite);
    as_text.suites[0].whole = nullptr;
    as_text.suites[0].suite_json = text;
    REQUIRE(writer->add_experiment(as_text));
    REQUIRE(writer->add_experiment(row_of("x3", suite)));
    const auto reader = std::move(StoreReader::open(folder / "k.db").value());
    for (const char* id : {"x1", "x2", "x3"}) {
        const auto read = reader->experiment(id);
        REQUIRE(read);
        CHECK(read->suites[0].suite_json == text);
        CHECK(read->suites[0].stamp.sha256 == sha256_hex(text));
    }
    auto database = sqlite::Database::open(folder / "k.db", sqlite::OpenMode::read_only);
    REQUIRE(database);
    CHECK(*database->integer("SELECT count(*) FROM blob") == 1);
}

TEST_CASE("A suite without items is stored piece by piece too") {
    const TempFolder folder;
    const auto writer = std::move(StoreWriter::open(folder / "k.db").value());
    REQUIRE(writer->add_experiment(row_of("x1", Suite{})));
    const auto reader = std::move(StoreReader::open(folder / "k.db").value());
    CHECK(reader->experiment("x1")->suites[0].suite_json == suite_to_json(Suite{}));
}

TEST_CASE("A stamp of another size stores nothing") {
    const TempFolder folder;
    const auto writer = std::move(StoreWriter::open(folder / "k.db").value());
    ExperimentRow row = row_of("x1", large_suite(2));
    row.suites[0].stamp.bytes += 1;
    const auto added = writer->add_experiment(row);
    REQUIRE_FALSE(added);
    CHECK_THAT(added.error().message, ContainsSubstring("zstd"));
    const auto reader = std::move(StoreReader::open(folder / "k.db").value());
    CHECK(reader->experiments()->empty());
}

TEST_CASE("An outline has neither texts nor items, and a text comes by its stamp") {
    const TempFolder folder;
    const auto writer = std::move(StoreWriter::open(folder / "k.db").value());
    REQUIRE(writer->add_experiment(sample_experiment()));
    const auto reader = std::move(StoreReader::open(folder / "k.db").value());
    const auto outline = reader->outline("x1");
    REQUIRE(outline);
    CHECK(outline->plan_digest == "digest");
    CHECK(outline->engines.size() == 2);
    REQUIRE(outline->suites.size() == 1);
    const SuiteSelection& suite = outline->suites[0];
    CHECK(suite.suite == "s");
    CHECK(suite.prompts_digest == "prompts-1");
    CHECK(suite.suite_json.empty());
    CHECK(suite.items.empty());
    CHECK(reader->blob(suite.stamp.sha256).value() == sample_experiment().suites[0].suite_json);
    CHECK_FALSE(reader->outline("x9"));
}
