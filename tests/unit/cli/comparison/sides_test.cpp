#include "cli/comparison/sides.hpp"

#include <catch2/catch_all.hpp>

#include "cli/comparison/conditions.hpp"
#include "tests/support/result_printing.hpp"

using namespace kilter;

namespace {

ExperimentRow row_of(const std::string& id, const std::vector<std::string>& engines) {
    ExperimentRow row;
    row.id = id;
    row.runs = 3;
    for (const std::string& name : engines) {
        EngineRow engine;
        engine.engine = name;
        row.engines.push_back(engine);
    }
    return row;
}

SideSearch search_of() {
    SideSearch search;
    search.experiments = {row_of("20260101-aa", {"stock", "fixed"}), row_of("20260101-bb", {"old"}),
                          row_of("20260202-cc", {"stock", "fast"})};
    search.home = "20260202-cc";
    return search;
}

std::string error_of(const SideSearch& search, const std::string& word) {
    const auto side = find_side(search, word);
    return side ? "" : side.error().message;
}

}  // namespace

TEST_CASE("diff: what a side may be called") {
    struct Case {
        const char* word;
        SideName side;
    };
    const Case cases[] = {
        {"stock", {"20260202-cc", "stock"}},  // of the latest, though an older one has it too
        {"20260101-aa:stock", {"20260101-aa", "stock"}},
        {"20260101-a:fixed", {"20260101-aa", "fixed"}},
        {"latest:fast", {"20260202-cc", "fast"}},
        {"20260101:old", {"20260101-bb", "old"}},  // the one of the two that has it
        {"20260101-bb", {"20260101-bb", "old"}},   // its only engine
    };
    for (const Case& one : cases) {
        INFO(one.word);
        const auto side = find_side(search_of(), one.word);
        REQUIRE(side);
        CHECK(*side == one.side);
    }
}

TEST_CASE("diff: words with several readings list them, unknown ones say where to look") {
    const SideSearch search = search_of();
    CHECK(error_of(search, "20260202") ==
          "'20260202' may be any of 20260202-cc:stock 20260202-cc:fast; write one of them");
    CHECK(error_of(search, "20260101").find("20260101-bb:old") != std::string::npos);
    CHECK(error_of(search, "old").find("there is a 20260101-bb:old") != std::string::npos);
    CHECK(error_of(search, "nobody").find("that one has stock fast") != std::string::npos);
    CHECK(error_of(search, "20260101-bb:stock") ==
          "experiment 20260101-bb has no engine 'stock'; it has old");
    CHECK(error_of(search, "2027:stock").find("no experiment begins with '2027'") == 0);
}

TEST_CASE("diff: --engine says which of an experiment, --in that words are engines") {
    SideSearch search = search_of();
    search.engine = "fixed";
    CHECK(find_side(search, "20260101-aa").value().engine == "fixed");
    CHECK_FALSE(error_of(search, "20260202-cc").empty());
    search.home_only = true;
    CHECK_FALSE(error_of(search, "20260101-aa").empty());

    // An engine that is called like an experiment.
    SideSearch twins = search_of();
    twins.experiments.push_back(row_of("20260303", {"20260101-bb", "x"}));
    twins.home = "20260303";
    CHECK(error_of(twins, "20260101-bb") ==
          "'20260101-bb' may be any of 20260303:20260101-bb 20260101-bb:old; write one of them");
}

TEST_CASE("diff: unlike conditions are named with both values; imports only by K") {
    const ExperimentRow imported = row_of("x", {"e"});
    const auto a = condition_of(imported, "e");
    REQUIRE(a);
    CHECK_FALSE(a->known);
    CHECK(unlike(*a, *a).empty());
    MeasuredCondition b = *a;
    b.binding["runs"] = "5";
    b.binding["max_tokens"] = "64";
    CHECK(unlike(*a, b) == "runs 3 and 5");
    MeasuredCondition known = *a, other = b;
    known.known = other.known = true;
    CHECK(unlike(known, other) == "max_tokens (not set) and 64; runs 3 and 5");

    SuiteSelection suite;
    suite.suite = "s";
    suite.prompts_digest = "0123456789abcdef";
    SuiteSelection edited = suite;
    edited.prompts_digest = "fedcba9876543210";
    CHECK(unlike_suites(suite, suite, "1", "1").empty());
    CHECK(unlike_suites(suite, edited, "1", "2") ==
          "prompts digest of suite s 0123456789ab and fedcba987654; version of suite s 1 and 2");
}
