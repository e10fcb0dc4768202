#include "harness/sim/ask_log.hpp"

#include <catch2/catch_all.hpp>

#include "base/files.hpp"
#include "tests/support/temp_folder.hpp"

using namespace kilter;

TEST_CASE("runs are counted for each model and item") {
    AskLog log;
    CHECK(log.note("m", "a", "a", "h").run == 0);
    CHECK(log.note("m", "a", "a", "h").run == 1);
    CHECK(log.note("m", "b", "b", "h").run == 0);
    CHECK(log.note("n", "a", "a", "h").run == 0);
    CHECK(log.note("m", "a", "a", "h").run == 2);
    CHECK(log.entries().size() == 5);
}

TEST_CASE("a run that was not delivered is given to the next request, the lowest first") {
    AskLog log;
    for (int i = 0; i < 3; ++i) log.note("m", "a", "a", "h");
    log.give_back(SentRun{"m", "a", 2});
    log.give_back(SentRun{"m", "a", 1});
    CHECK(log.note("m", "a", "a", "h").run == 1);
    CHECK(log.note("m", "a", "a", "h").run == 2);
    CHECK(log.note("m", "a", "a", "h").run == 3);
}

TEST_CASE("bytes that differ from the first request of an item are flagged") {
    AskLog log;
    CHECK_FALSE(log.note("m", "a", "a", "h1").bytes_differ);
    CHECK_FALSE(log.note("m", "a", "a", "h1").bytes_differ);
    CHECK(log.note("m", "a", "a", "h2").bytes_differ);
    CHECK_FALSE(log.note("m", "b", "b", "h2").bytes_differ);
}

TEST_CASE("the log file has one JSON line for each request and is appended to") {
    const test::TempFolder folder;
    const auto file = folder.path() / "log.jsonl";
    for (int i = 0; i < 2; ++i) {
        AskLog log;
        REQUIRE(log.open(file).has_value());
        log.note("m", "a\"", "k", "h");
    }
    const std::string line =
        R"({"model":"m","item":"a\"","run":0,"body_sha256":"h","bytes_differ":false,"in_flight":1})"
        "\n";
    CHECK(read_file(file).value() == line + line);

    AskLog nowhere;
    CHECK(nowhere.open(folder.path() / "no" / "log").has_error());
}
