#include "scorers/lint/lint.hpp"

#include "scorers/lint/grounding.hpp"
#include "tests/unit/scorers/fields/field_helpers.hpp"

namespace kilter {
namespace {

bool grounded(const Field& field, std::string_view gold, std::string_view text) {
    return is_grounded(field, parsed(gold), text);
}

}  // namespace

TEST_CASE("lint: numbers and amounts in running text") {
    struct Case {
        std::string gold, text;
        bool found;
    };
    const Case cases[] = {
        {"6157040", "Fizetendő összeg: 6 157 040 Ft", true},
        {"6157040", "2021/000123 6 157 040 Ft", true},
        {"6157040", "Fizetendő: 6.157.040,- Ft.", true},
        {"6157040",
         "Fizetendő 6\xC2\xA0"
         "157\xC2\xA0"
         "040",
         true},
        {"157040", "Fizetendő 6 157 040", true},  // a space may part two numbers as well
        {"6157040", "6 157\n040", false},
        {"6157040", "6 157 041", false},
        {"6157040", "", false},
        {"1500", "1.500 kg", true},
        {"1.5", "1.500 kg", false},
        {"3000", "3000.00", true},
        {"6300000", "6,3 millió forint", true},
        {"-300", "Árengedmény -300.00", true},
        {"-300", "(300)", true},
        {"-300", "300 Ft", false},
        {"300", "2021-300", true},
        {"27", "ÁFA 27%.", true},
        {"7", "27%", false},
        {"5", "1,2,3,4,5", false},
        {"40", "a végösszeg 40.", true},
    };
    const Field field = field_of(Comparator::number);
    for (const Case& one : cases) {
        INFO(one.gold << " in " << one.text);
        CHECK(grounded(field, one.gold, one.text) == one.found);
    }
    CHECK(grounded(field_of(Comparator::amount), R"({"value":"6157040","currency":"HUF"})",
                   "6 157 040 Ft"));
    CHECK(grounded(field_of(Comparator::amount, Locale::en), R"("60.30 MYR")", "Total RM60.30"));
}

TEST_CASE("lint: dates in any accepted form") {
    const Field field = field_of(Comparator::date);
    CHECK(grounded(field, R"("2026-11-10")", "határidő: 2026. november 10-ig"));
    CHECK(grounded(field, R"("2026-11-10")", "due on November 10, 2026."));
    CHECK(grounded(field, R"("2026-11-10")", "10/11/2026"));
    CHECK_FALSE(grounded(field, R"("2026-11-10")", "2026. november 5."));
    CHECK_FALSE(grounded(field, R"("2026-11-10")", "11/10/2026"));
}

TEST_CASE("lint: ids stand alone") {
    const Field field = field_of(Comparator::id);
    CHECK(grounded(field, R"("12345678-2-41")", "Adószám: 12345678-2-41 |"));
    CHECK(grounded(field, R"("12345678-2-41")", "Adószám: 12345678 2 41"));
    CHECK(grounded(field, R"("1234567812345678")", "12345678-\n12345678"));
    CHECK(grounded(field, R"("2021/000123")", "(2021/000123)."));
    CHECK_FALSE(grounded(field, R"("2021/00012")", "2021/000123"));
    CHECK_FALSE(grounded(field, R"("021/000123")", "2021/000123"));
    CHECK_FALSE(grounded(field, R"("2021/00123")", "2021/000123"));
}

TEST_CASE("lint: text, codes and their aliases") {
    CHECK(grounded(field_of(Comparator::string), R"("Alfa  kft.")", "Eladó: ALFA\nKft."));
    CHECK_FALSE(grounded(field_of(Comparator::string), R"("Győr")", "Györ"));
    CHECK_FALSE(grounded(field_of(Comparator::string_exact), R"("ab")", "AB"));
    Field field = field_of(Comparator::enumeration);
    field.options.values = {"EUR", "HUF"};
    field.options.aliases = {{"HUF", {"forint"}}};
    CHECK(grounded(field, R"("HUF")", "ezer forint"));
    CHECK_FALSE(grounded(field, R"("EUR")", "ezer forint"));
}

TEST_CASE("lint: a suite") {
    Suite suite;
    Item item;
    item.id = "T1-01";
    item.documents = {{"a", "Számla 2021/000123", ""}, {"b", "Esedékes: 2021.05.30", ""}};
    item.gold = parsed(R"({"number":"2021/000123","due":"2021-05-30","issued":"2021-05-15",
                           "paid":"tegnap","rate":null,"waived":"x","summary":"y"})");
    for (const auto& [path, compare] : {std::pair{"number", Comparator::id},
                                        {"due", Comparator::date},
                                        {"issued", Comparator::date},
                                        {"paid", Comparator::date},
                                        {"rate", Comparator::number},
                                        {"waived", Comparator::string},
                                        {"summary", Comparator::judge}}) {
        Field field = field_of(compare);
        field.path = path;
        field.options.waive_grounding = field.path == "waived";
        item.fields.push_back(field);
    }
    suite.items = {item};
    const std::vector<LintFinding> findings = lint_suite(suite);
    REQUIRE(findings.size() == 2);
    CHECK(findings[0].item == "T1-01");
    CHECK(findings[0].field == "issued");
    CHECK(findings[0].message.find("2021-05-15") != std::string::npos);
    CHECK(findings[1].field == "paid");
    CHECK(findings[1].message.find("cannot be read as date") != std::string::npos);

    // Without documents the messages are the text.
    suite.items[0].documents.clear();
    suite.items[0].messages = {{"user", "Számla 2021/000123, 2021.05.15, 2021.05.30"}};
    CHECK(lint_suite(suite).size() == 1);
}

TEST_CASE("lint: durations, percentages, citations, phrases and patterns") {
    Field duration = field_of(Comparator::duration);
    CHECK(grounded(duration, R"("P30D")", "A felmondási idő 30 (harminc) nap."));
    CHECK(grounded(duration, R"("két hét")", "legfeljebb két hét alatt"));
    CHECK_FALSE(grounded(duration, R"("3 év")", "36 hónapra"));
    duration.options.unify = true;
    CHECK(grounded(duration, R"("3 év")", "36 hónapra"));
    CHECK(grounded(field_of(Comparator::percent), "27", "az ÁFA 27%-os"));
    CHECK_FALSE(grounded(field_of(Comparator::percent), "7", "az ÁFA 27%-os"));
    CHECK(
        grounded(field_of(Comparator::citation), "\"6:326. § (1)\"", "A Ptk. 6:326. §-a szerint"));
    CHECK_FALSE(grounded(field_of(Comparator::citation), "\"6:326. § (1)\"", "A Ptk. 6:32. §-a"));
    Field phrases = field_of(Comparator::contains_all);
    phrases.options.phrases = {"felmondási idő", "30 nap"};
    CHECK(grounded(phrases, R"(["felmondási idő","30 nap"])", "A felmondási időt 30 napban ..."));
    CHECK_FALSE(grounded(phrases, R"(["felmondási idő","30 nap"])", "A felmondási idő 130 nap."));
    Field pattern = field_of(Comparator::regex);
    pattern.options.pattern = "([0-9]+) nap";
    CHECK(grounded(pattern, R"("30 nap")", "30 nap"));
}

TEST_CASE("lint: lists are looked up value by value, each in any document") {
    Suite suite;
    Item item;
    item.id = "a";
    item.documents = {{"d", "Érlelt szalámi 1 600 kg", ""},
                      {"e", "Kenőmájas 40 dkg, kód: X-1", ""}};
    item.gold = parsed(R"({"rows":[{"name":"Érlelt szalámi","n":1600},{"name":"Kenőmájas","n":41}],
                           "codes":["X-1","X-2"],"lines":[{"g":40},{"g":50}]})");
    Field name = field_of(Comparator::string);
    name.path = "name";
    Field number = field_of(Comparator::number);
    number.path = "n";
    Field rows = field_of(Comparator::list_records);
    rows.path = "rows";
    rows.item = {name, number};
    Field codes = field_of(Comparator::list_set);
    codes.path = "codes";
    codes.item = {field_of(Comparator::id)};
    Field lines = field_of(Comparator::list_ordered);
    lines.path = "lines[].g";
    lines.item = {field_of(Comparator::number)};
    item.fields = {rows, codes, lines};
    suite.items = {item};
    std::string paths;
    for (const LintFinding& one : lint_suite(suite)) paths += one.field + " ";
    CHECK(paths == "rows[1].n codes[1] lines[].g[1] ");
    suite.items[0].fields.edit()[0].options.waive_grounding = true;
    suite.items[0].fields.edit()[1].options.waive_grounding = true;
    CHECK(lint_suite(suite).size() == 1);
}

TEST_CASE("lint: text that counts as no value is a finding, unless it is listed") {
    Suite suite;
    Item item;
    item.id = "a";
    item.documents = {{"d", "x - y", ""}};
    item.gold = parsed(R"({"dash":"-","empty":"","none":null,"listed":"nincs"})");
    for (const char* path : {"dash", "empty", "none", "listed"}) {
        item.fields.push_back(field_of(Comparator::string));
        item.fields.edit().back().path = path;
    }
    item.fields.edit().back().options.aliases["nincs"] = {"-"};
    item.fields.edit().back().options.waive_grounding = true;
    suite.items = {item};
    const auto findings = lint_suite(suite);
    REQUIRE(findings.size() == 2);
    CHECK(findings[0].field == "dash");
    CHECK(findings[0].message ==
          "gold '-' counts as no value; write null, or, where this very text is meant, list it "
          "under aliases");
    CHECK(findings[1].field == "empty");
}

}  // namespace kilter
