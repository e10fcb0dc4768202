#include <algorithm>

#include "tests/unit/suites/importers/import_fixture.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

namespace {

bool has_remark(const Import& import, std::string_view part) {
    return import.made &&
           std::any_of(import.made->remarks.begin(), import.made->remarks.end(),
                       [&](const std::string& one) { return one.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("plain lines: comparators are guessed from all values of a key", "[importers]") {
    const FileTree files{
        {"a.jsonl",
         R"({"id": "one", "text": "Paid 5 on 2024-03-01.\nYes.", "gold": )"
         R"({"day": "2024-03-01", "sum": 5.50, "paid": true, "who": {"name": "Ann", "code": "07"}, "mix": 3}})"
         "\n\n"
         R"({"id": "two", "text": "Nothing.", "question": "What?", "gold": )"
         R"({"day": null, "sum": 12, "paid": false, "who": {"name": null, "code": null}, "mix": "x"}})"
         "\n"}};
    const Import import = run_import(ImportKind::jsonl, files / "a.jsonl", "hu");
    INFO(import.messages());
    REQUIRE(import.suite);
    CHECK(import.gold("one") == R"({"day":"2024-03-01","sum":5.50,"paid":true,)"
                                R"("who":{"name":"Ann","code":"07"},"mix":"3"})");
    CHECK(import.gold("two") == R"({"day":null,"sum":12,"paid":false,)"
                                R"("who":{"name":null,"code":null},"mix":"x"})");
    CHECK(import.field("one", "day")->compare == Comparator::date);
    CHECK(import.field("two", "day")->compare == Comparator::date);
    CHECK(import.field("one", "sum")->compare == Comparator::number);
    CHECK(import.field("one", "sum")->options.locale == Locale::hu);
    CHECK(import.field("one", "paid")->compare == Comparator::boolean);
    CHECK(import.field("one", "who.name")->compare == Comparator::string);
    CHECK(import.field("one", "mix")->compare == Comparator::string);
    CHECK(import.document("one") == "Paid 5 on 2024-03-01.\nYes.\n");
    CHECK(import.suite->find("two")->question == "What?");
    CHECK_THAT(import.suite->find("one")->question, ContainsSubstring("who.name"));
    CHECK(has_remark(import, "day is compared as date, guessed"));
    CHECK(has_remark(import, "mix is compared as string, guessed"));
}

TEST_CASE("plain lines: lists are sets of values, or rows", "[importers]") {
    const FileTree files{
        {"a.jsonl",
         R"({"id": "a", "text": "t", "gold": {"tags": ["x", 1], "lines": [{"n": 1, "d": "2024-01-02"}, )"
         R"({"n": 2.50}], "none": []}})"
         "\n"
         R"({"id": "b", "text": "t", "gold": {"tags": [], "lines": null, "none": null}})"
         "\n"}};
    const Import import = run_import(ImportKind::jsonl, files / "a.jsonl");
    INFO(import.messages());
    REQUIRE(import.suite);
    CHECK(import.gold("a") == R"({"tags":["x","1"],"lines":[{"d":"2024-01-02","n":1},{"n":2.50}],)"
                              R"("none":[]})");
    CHECK(import.gold("b") == R"({"tags":[],"lines":null,"none":null})");
    CHECK(import.field("b", "tags")->compare == Comparator::list_set);
    CHECK(import.field("b", "tags")->item.at(0).compare == Comparator::string);
    CHECK(import.field("b", "lines")->compare == Comparator::list_records);
    CHECK(import.field("b", "lines")->item.at(0).compare == Comparator::date);
    CHECK(import.field("b", "lines")->item.at(1).compare == Comparator::number);
    CHECK(has_remark(import, "lines[].d is compared as date"));

    const FileTree odd{{"a.jsonl",
                        R"({"id": "a", "text": "t", "gold": {"x": [[1]], "y": [1, {"a": 1}],)"
                        R"( "z": [null], "l": [{"a": [1]}], "m": {"n": {}}}})"
                        "\n"
                        R"({"id": "b", "text": "t", "gold": {"w": 1, "y": 2}})"
                        "\n"
                        R"({"id": "c", "text": "t", "gold": {"w": [1], "v": [{"a": null}]}})"
                        "\n"}};
    const std::string messages = run_import(ImportKind::jsonl, odd / "a.jsonl").messages();
    CHECK_THAT(messages, ContainsSubstring("a.jsonl:1:41: error: gold 'x' must be a list of"));
    CHECK_THAT(messages, ContainsSubstring("a.jsonl:1:56: error: gold 'y' must be a list of"));
    CHECK_THAT(messages, ContainsSubstring("a.jsonl:1:73: error: gold 'z' must be a list of"));
    CHECK_THAT(messages, ContainsSubstring("a.jsonl:1:87: error: gold 'l[].a': a row holds"));
    CHECK_THAT(messages, ContainsSubstring("a.jsonl:2:48: error: gold 'y' is a list in another"));
    CHECK_THAT(messages, ContainsSubstring("a.jsonl:3:40: error: gold 'w' is no list in another"));
    CHECK_THAT(messages, ContainsSubstring("a.jsonl:3:51: error: gold 'v[]' is a row without"));
}

TEST_CASE("plain lines: mistakes are gathered with line and column", "[importers]") {
    const FileTree files{{"a.jsonl", R"({"id": "a", "text": "t", "gold": {"x": 1}})"
                                     "\n"
                                     R"({"id": "a", "text": "t", "gold": {"x": 1}})"
                                     "\n"
                                     R"({"id": "b", "gold": {"x": 1}})"
                                     "\n{\n[1]\n"
                                     R"({"id": "c", "text": "t", "gold": {"a.b": 1}, "extra": 1})"
                                     "\n"}};
    const Import import = run_import(ImportKind::jsonl, files / "a.jsonl");
    CHECK_FALSE(import.made);
    const std::string messages = import.messages();
    CHECK_THAT(messages, ContainsSubstring("a.jsonl:2:8: error: id 'a' is used twice"));
    CHECK_THAT(messages, ContainsSubstring("a.jsonl:3:1: error: text is missing"));
    CHECK_THAT(messages, ContainsSubstring("a.jsonl:4:2: error:"));
    CHECK_THAT(messages, ContainsSubstring("a.jsonl:5:1: error: a line must be an object"));
    CHECK_THAT(messages, ContainsSubstring("a.jsonl:6:35: error: a key of gold"));
    CHECK_THAT(messages, ContainsSubstring("a.jsonl:6:46: warning: 'extra' is not read"));
}

TEST_CASE("text that is no UTF-8 is an error with line and byte", "[importers]") {
    const FileTree files{{"a.jsonl", "\n\xEF\xFF"}};
    const Import import = run_import(ImportKind::jsonl, files / "a.jsonl");
    CHECK_FALSE(import.made);
    CHECK_THAT(import.messages(), ContainsSubstring("a.jsonl:2:1: error: not UTF-8 at byte 1"));
}

TEST_CASE("an empty file is nothing to import", "[importers]") {
    const FileTree files{{"a.jsonl", "\n"}};
    const Import import = run_import(ImportKind::jsonl, files / "a.jsonl");
    CHECK_FALSE(import.made);
    CHECK_THAT(import.messages(), ContainsSubstring("nothing to import was found"));
}

TEST_CASE("Kleister lines: values, escapes, absent keys, several values", "[importers]") {
    const FileTree files{
        {"in.tsv",
         "a b.pdf\teffective_date jurisdiction party term\tfirst\\ntext\tNDA of May 20, 2014\\nNew "
         "York\\tlaw C:\\\\x\n"
         "c.pdf\teffective_date jurisdiction party term\tonly this\t \n"},
        {"expected.tsv",
         "effective_date=2014-05-20 jurisdiction=New_York party=Alfa_Inc. party=Beta_LLC "
         "term=3_years\n"
         "jurisdiction=Ohio party=Gamma\n"}};
    const Import import = run_import(ImportKind::kleister, files.path());
    INFO(import.messages());
    REQUIRE(import.suite);
    CHECK(import.document("a-b") == "NDA of May 20, 2014\nNew York law C:\\x\n");
    CHECK(import.document("c") == "only this\n");
    CHECK(import.gold("a-b") == R"({"effective_date":"2014-05-20","jurisdiction":"New York",)"
                                R"("party":["Alfa Inc.","Beta LLC"],"term":"3 years"})");
    CHECK(import.gold("c") ==
          R"({"effective_date":null,"jurisdiction":"Ohio","party":["Gamma"],"term":null})");
    CHECK(import.field("c", "effective_date")->compare == Comparator::date);
    CHECK(import.field("c", "jurisdiction")->compare == Comparator::string);
    CHECK(import.field("c", "term")->compare == Comparator::duration);
    CHECK(import.field("c", "party")->compare == Comparator::list_set);
    CHECK(has_remark(import, "party is compared as a set of string values"));
}

TEST_CASE("Kleister lines: mistakes name file and line", "[importers]") {
    const FileTree odd{{"in.tsv", "a\tk\ttext\nb\tk\n"}, {"expected.tsv", "k=1\nk v=2\n"}};
    const std::string messages = run_import(ImportKind::kleister, odd.path()).messages();
    CHECK_THAT(messages, ContainsSubstring("in.tsv:2:1: error: needs a file name"));
    CHECK_THAT(messages, ContainsSubstring("expected.tsv:2:1: error: 'k' is no key=value pair"));
    const FileTree uneven{{"in.tsv", "a\tk\ttext\n"}, {"expected.tsv", "k=1\nk=2\n"}};
    CHECK_THAT(run_import(ImportKind::kleister, uneven.path()).messages(),
               ContainsSubstring("expected.tsv: error: has 2 lines, but in.tsv has 1"));
    const FileTree packed{{"in.tsv.xz", "x"}, {"expected.tsv", "k=1\n"}};
    CHECK_THAT(run_import(ImportKind::kleister, packed.path()).messages(),
               ContainsSubstring("in.tsv: error: is still packed"));
}

TEST_CASE("CORD: words become rows, prices lose their grouping", "[importers]") {
    const std::string words =
        R"({"valid_line": [)"
        R"({"words": [{"quad": {"x1": 300, "y1": 52}, "row_id": 2, "text": "45.500"}]},)"
        R"({"words": [{"quad": {"x1": 10, "y1": 90}, "row_id": 3, "text": "TOTAL"},)"
        R"({"quad": {"x1": 300, "y1": 91}, "row_id": 3, "text": "50.050"}]},)"
        R"({"words": [{"quad": {"x1": 10, "y1": 50}, "row_id": 2, "text": "Nasi"}]}],)"
        R"("gt_parse": {"menu": [{"nm": "Nasi", "price": "45.500"}, {"nm": "Teh", "cnt": "free",)"
        R"("sub": {"nm": "es"}}, {"cnt": "2"}, {"nm": " "}],)"
        R"("sub_total": {"tax_price": "4.550"},)"
        R"("total": {"total_price": "50.050", "menuqty_cnt": "1", "note": "LUNAS"}}})";
    // The second record is a line of a metadata file: the truth is JSON inside JSON.
    const FileTree files{
        {"r.json", words},
        {"s.jsonl",
         R"({"file_name": "x.png", "ground_truth": "{\"gt_parse\": {\"total\": {\"total_price\": )"
         R"(\"12,000\"}}, \"text\": \"TOTAL 12,000\"}"})"
         "\n"}};
    const Import import = run_import(ImportKind::cord, files.path());
    INFO(import.messages());
    REQUIRE(import.suite);
    CHECK(import.document("r") == "Nasi 45.500\nTOTAL 50.050\n");
    CHECK(import.gold("r") ==
          R"({"menu":[{"nm":"Nasi","price":45500},{"nm":"Teh","cnt":"free"},{"cnt":"2"}],)"
          R"("sub_total":{"tax_price":4550},)"
          R"("total":{"total_price":50050,"menuqty_cnt":1,"note":"LUNAS"}})");
    CHECK(import.field("r", "total.total_price")->compare == Comparator::amount);
    CHECK(import.field("r", "total.total_price")->options.locale == Locale::de);
    CHECK(import.field("r", "total.menuqty_cnt")->compare == Comparator::number);
    CHECK(import.field("r", "total.note")->compare == Comparator::string);
    CHECK(import.gold("s-1") == R"({"total":{"total_price":12000}})");
    CHECK(import.field("s-1", "total.total_price")->options.locale == Locale::en);
    // A column with a word among its figures is text in all rows; a row inside a row is left out.
    const Field* menu = import.field("r", "menu");
    REQUIRE(menu != nullptr);
    CHECK(menu->compare == Comparator::list_records);
    REQUIRE(menu->item.size() == 3);
    CHECK(menu->item[1].compare == Comparator::amount);
    CHECK(menu->item[2].compare == Comparator::string);
    CHECK(has_remark(import, "The values of menu[].sub "));
}

TEST_CASE("CORD: a record without gold or text is an error", "[importers]") {
    const FileTree files{{"a.json", R"({"gt_parse": {"total": {"total_price": "5"}}})"},
                         {"b.json", R"({"text": "t"})"}};
    const std::string messages = run_import(ImportKind::cord, files.path()).messages();
    CHECK_THAT(messages, ContainsSubstring("a.json:1:1: error: there is no text"));
    CHECK_THAT(messages, ContainsSubstring("b.json:1:1: error: gt_parse is missing"));
}

TEST_CASE("an import never writes into a folder that holds something", "[importers]") {
    const FileTree files{{"full/x", "x"}, {"file", "x"}};
    CHECK_THAT(prepare_suite_folder(files / "full").error().message,
               ContainsSubstring("is not empty"));
    CHECK_THAT(prepare_suite_folder(files / "file").error().message,
               ContainsSubstring("is no folder"));
    CHECK(prepare_suite_folder(files / "new/deep").has_value());
}
