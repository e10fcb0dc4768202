// What the reading commands print, and the files of this tree, fit the schemas that `kilter schema`
// prints.
#include "reports/schemas.hpp"

#include <catch2/catch_all.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/json/read.hpp"
#include "base/source_tree.hpp"
#include "reports/board_json.hpp"
#include "reports/show_report.hpp"
#include "suites/schema.hpp"
#include "tests/unit/reports/sample_board.hpp"

using namespace kilter;

namespace {

SchemaCheck schema_of(std::string_view name) {
    for (const NamedSchema& one : json_schemas()) {
        if (one.name != name) continue;
        const json::ReadOutcome read = json::read(one.text);
        REQUIRE(read.ok);
        std::vector<SchemaProblem> problems;
        const auto check = SchemaCheck::compile(read.value, problems);
        for (const SchemaProblem& problem : problems)
            UNSCOPED_INFO(problem.pointer << ": " << problem.message);
        REQUIRE(check.has_value());
        return *check;
    }
    FAIL("no schema " << name);
    std::abort();
}

std::vector<SchemaProblem> problems_of(const SchemaCheck& check, const std::string& document) {
    const json::ReadOutcome read = json::read(document);
    REQUIRE(read.ok);
    return check.validate(read.value);
}

void check_fits(const SchemaCheck& check, const std::string& document) {
    const auto problems = problems_of(check, document);
    for (const SchemaProblem& problem : problems)
        UNSCOPED_INFO(problem.pointer << ": " << problem.message);
    CHECK(problems.empty());
}

ShownItem shown_item(bool failed) {
    ShownItem item{"T3-05", "s", 2, 2, {}};
    ShownEngine engine;
    engine.engine = "stock";
    engine.experiment = "x1";
    engine.planned = 3;
    ShownRun run;
    run.outcome = failed ? Outcome::timeout : Outcome::answered;
    if (failed)
        run.error = "no byte for 5 s";
    else
        run.points = 2;
    FieldResult field;
    field.field = "deadline";
    run.fields = {field};
    run.loops = {LoopFinding()};
    engine.runs = {run};
    item.engines = {engine};
    return item;
}

// YAML files below a folder of this tree that have this key at their top, each held against the
// schema.
int check_files(std::string_view schema, const std::filesystem::path& folder,
                std::string_view key) {
    const SchemaCheck check = schema_of(schema);
    int checked = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".yaml") continue;
        Diagnostics diagnostics;
        const auto text = read_file(entry.path());
        REQUIRE(text.has_value());
        const auto root = tree::read_yaml(*text, entry.path().string(), diagnostics);
        if (!root || root->find(key) == nullptr) continue;
        INFO(entry.path());
        for (const SchemaProblem& problem : check.validate(tree::to_json(*root)))
            FAIL_CHECK(problem.pointer << ": " << problem.message);
        ++checked;
    }
    return checked;
}

}  // namespace

TEST_CASE("every schema of the program is one that it can check by") {
    CHECK(json_schemas().size() == 14);
    for (const NamedSchema& one : json_schemas()) schema_of(one.name);
}

TEST_CASE("every config and suite of this tree fits its schema") {
    const std::filesystem::path root = std::filesystem::path{KILTER_DOCS_DIR}.parent_path();
    CHECK(check_files("config", root / "config", "engines") >= 7);
    CHECK(check_files("suite", root / "suites", "items") >= 9);
}

TEST_CASE(
    "boards fit their schema: full, steady, empty, with gates, totals and answers of others") {
    const SchemaCheck check = schema_of("board");
    Board board = test::founding_board();
    check_fits(check, board_json(board));
    board.rows.push_back(test::empty_row());
    board.rows.back().accuracy = test::sample_accuracy();
    board.rows[1].imported = true;
    board.gates.push_back({"e", "s", "max_loops", GateState::left_out, "why"});
    board.totals.push_back({"e", "x", std::nullopt, std::nullopt, 1, 1, 0, 0});
    check_fits(check, board_json(board));
    check_fits(check, board_json(Board()));
}

TEST_CASE("items fit their schema") {
    check_fits(schema_of("show"), show_json({shown_item(false)}));
    check_fits(schema_of("show"), show_json({shown_item(true)}));
}

TEST_CASE("a document that lacks a key or holds another type does not fit") {
    const SchemaCheck check = schema_of("board");
    auto document = nlohmann::ordered_json::parse(board_json(test::founding_board()));
    document["engines"][0]["unstable"]["items"] = "13";
    CHECK(problems_of(check, document.dump()).size() == 1);
    document = nlohmann::ordered_json::parse(board_json(test::founding_board()));
    document["engines"][0].erase("points");
    CHECK(problems_of(check, document.dump()).size() == 1);
    document = nlohmann::ordered_json::parse(board_json(test::founding_board()));
    document["schema"] = "kilter.board/2";
    CHECK(problems_of(check, document.dump()).size() == 1);
}
