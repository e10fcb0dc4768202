#include "tests/unit/suites/importers/import_fixture.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("a receipt keeps the order of its boxes and the commas of its texts", "[importers]") {
    const FileTree files{
        {"r.box.csv",
         "1,1,2,1,2,2,1,2,SHOP, THE\r\n\r\n1,3,2,3,2,4,1,4,12-01-19 10:00\r\n"
         "1,5,2,5,2,6,1,6,TOTAL RM 1,007.50\r\n"},
        {"r.key.json", R"({"company": "SHOP, THE", "date": "12-01-19", "total": "RM1,007.50"})"}};
    const Import import = run_import(ImportKind::sroie, files.path());
    INFO(import.messages());
    REQUIRE(import.suite);
    CHECK(import.document("r") == "SHOP, THE\n12-01-19 10:00\nTOTAL RM 1,007.50\n");
    CHECK(import.gold("r") == R"({"company":"SHOP, THE","date":"2019-01-12","total":1007.5})");
    CHECK_THAT(import.messages(), ContainsSubstring("warning: no address in the key"));
    REQUIRE(import.field("r", "date") != nullptr);
    CHECK(import.field("r", "date")->compare == Comparator::date);
    CHECK(import.field("r", "date")->options.order == SlashOrder::dmy);
    CHECK(import.field("r", "date")->options.waive_grounding);
    CHECK(import.field("r", "total")->compare == Comparator::amount);
    CHECK(import.field("r", "total")->options.currency == CurrencyRule::ignore);
    CHECK(import.field("r", "address") == nullptr);
    CHECK_THAT(import.suite->find("r")->notes, ContainsSubstring("writes the date as 12-01-19"));
}

TEST_CASE("what cannot be read in a key stays, as text", "[importers]") {
    const FileTree files{
        {"box/r.csv", "1,1,2,1,2,2,1,2,PAID SOME DAY, ABOUT TEN\n"},
        {"key/r.json", R"({"company": "PAID", "date": "SOME DAY", "total": "ABOUT TEN"})"}};
    const Import import = run_import(ImportKind::sroie, files.path());
    REQUIRE(import.suite);
    CHECK(import.gold("r") == R"({"company":"PAID","date":"SOME DAY","total":"ABOUT TEN"})");
    CHECK(import.field("r", "date")->compare == Comparator::string);
    CHECK(import.field("r", "total")->compare == Comparator::string);
    CHECK_THAT(import.messages(), ContainsSubstring("r.json:1:29: warning: date 'SOME DAY'"));
}

TEST_CASE("broken receipts are errors at their line", "[importers]") {
    const FileTree files{{"a.box.csv", "1,1,2,1,2,2,1,2,fine\n1,1,2,no box\n"},
                         {"a.key.json", R"({"total": "1"})"},
                         {"b.box.csv", "1,1,2,1,2,2,1,2,text\n"},
                         {"b.key.json", R"({"total": "1", "total": "2"})"},
                         {"c.box.csv", "\n"},
                         {"c.key.json", "{"},
                         {"d.key.json", "{}"}};
    const Import import = run_import(ImportKind::sroie, files.path());
    CHECK_FALSE(import.made);
    CHECK_THAT(import.messages(), ContainsSubstring("a.box.csv:2:1: error: a box needs eight"));
    CHECK_THAT(import.messages(), ContainsSubstring("b.key.json:1:16: error: duplicate key"));
    CHECK_THAT(import.messages(), ContainsSubstring("c.box.csv: error: the receipt has no text"));
    CHECK_THAT(import.messages(), ContainsSubstring("c.key.json:1:2: error:"));
    CHECK_THAT(import.messages(), ContainsSubstring("d.key.json: warning: has no boxes"));
}

TEST_CASE("ten real receipts come through with their keys as gold", "[importers][data]") {
    KILTER_SAMPLE_DATA(folder, "sroie");
    const Import import = run_import(ImportKind::sroie, *folder);
    INFO(import.messages());
    REQUIRE(import.suite);
    CHECK(import.suite->items.size() == 10);
    CHECK(import.messages().empty());
    CHECK(import.gold("000") ==
          R"({"company":"BOOK TA .K (TAMAN DAYA) SDN BHD","date":"2018-12-25",)"
          R"("address":"NO.53 55,57 & 59, JALAN SAGU 18, TAMAN DAYA, 81100 JOHOR BAHRU, JOHOR.",)"
          R"("total":9})");
    CHECK_THAT(import.document("000"),
               Catch::Matchers::StartsWith("TAN WOON YANN\nBOOK TA .K(TAMAN DAYA) SDN BND\n"));
    CHECK_THAT(import.document("004"), !ContainsSubstring("\r"));
    // Years of two digits: 12-01-19 and 18-11-18 in the receipts.
    CHECK_THAT(import.gold("002"), ContainsSubstring(R"("date":"2019-01-12")"));
    CHECK_THAT(import.gold("004"), ContainsSubstring(R"("date":"2018-11-18")"));
    for (const Item& item : import.suite->items) {
        INFO(item.id);
        const Field* date = import.field(item.id, "date");
        REQUIRE(date != nullptr);
        CHECK(date->options.waive_grounding == (item.id == "002" || item.id == "004"));
        CHECK(item.fields.size() == 4);
    }
}
