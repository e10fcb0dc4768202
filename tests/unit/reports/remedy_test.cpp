#include "reports/remedy.hpp"

#include <catch2/catch_all.hpp>

using namespace kilter;

namespace {

Remedy sample() {
    Remedy remedy;
    remedy.before = "1a";
    remedy.after = "2b";
    remedy.changes = {"request.temperature=0.6"};
    RemedyItem item{"stock", "s", "T3-10", {}, {}};
    item.before = {3, 3, 0, 0.0, 16384.0};
    item.after = {5, 1, 4, 1.6, std::nullopt};
    remedy.items.push_back(item);
    return remedy;
}

}  // namespace

TEST_CASE("remedy: before and after in each cell, with the runs they are of") {
    const Table table = remedy_table(sample());
    REQUIRE(table.rows.size() == 1);
    REQUIRE(table.columns.size() == 5);
    CHECK(table.rows[0] == std::vector<std::string>{"T3-10", "3/3 -> 1/5", "0/3 -> 4/5",
                                                    "0.00 -> 1.60", "16384 -> -"});
    CHECK(remedy_title(sample()) ==
          "Before -> after request.temperature=0.6, experiment 1a -> 2b");
}

TEST_CASE("remedy: several engines have a column, no runs a dash, and no item no table") {
    Remedy remedy = sample();
    remedy.items.push_back(remedy.items[0]);
    remedy.items[1].engine = "fixed\x1b";
    remedy.items[1].after = {};
    remedy.changes.clear();
    const Table table = remedy_table(remedy);
    REQUIRE(table.columns.size() == 6);
    CHECK(table.columns[1].heading == "engine");
    CHECK(table.rows[1][1].find('\x1b') == std::string::npos);
    CHECK(table.rows[1][2] == "3/3 -> -");
    CHECK(table.rows[1][4] == "0.00 -> -");
    CHECK(remedy_title(remedy) == "Before -> after measuring again, experiment 1a -> 2b");
    CHECK(remedy_table(Remedy{}).rows.empty());
}

TEST_CASE("remedy: JSON has null where nothing is known") {
    const ReportJson json = remedy_json(sample());
    CHECK(json["before"] == "1a");
    CHECK(json["changes"][0] == "request.temperature=0.6");
    const auto& item = json["items"][0];
    CHECK(item["item"] == "T3-10");
    CHECK(item["before"]["completion_tokens"] == 16384);
    CHECK(item["after"]["completion_tokens"].is_null());
    CHECK(item["after"]["points"] == 1.6);
    CHECK(item["after"]["runs"] == 5);
}
