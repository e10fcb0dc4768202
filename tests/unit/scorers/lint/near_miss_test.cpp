#include "scorers/lint/near_miss.hpp"

#include "scorers/lint/grounding.hpp"
#include "tests/unit/scorers/fields/field_helpers.hpp"

namespace kilter {
namespace {

std::string numbers_in(std::string_view text, Locale locale = Locale::hu) {
    std::string out;
    for (const Decimal& number : find_numbers(field_of(Comparator::number, locale).options, text)) {
        out += number.canonical() + " ";
    }
    return out;
}

Suite suite_of(const std::string& text, const std::string& gold, Field field) {
    Item item;
    item.id = "a";
    item.documents = {{"t", text, ""}};
    item.gold = parsed("{\"x\":" + gold + "}");
    field.path = "x";
    item.fields = {std::move(field)};
    Suite suite;
    suite.items = {item};
    return suite;
}

// "first, second (count)"; empty: none.
std::string look_alikes(const std::string& text, const std::string& gold, const Field& field) {
    const auto found = find_look_alikes(suite_of(text, gold, field));
    if (found.empty()) return "";
    REQUIRE(found.size() == 1);
    CHECK(found[0].item == "a");
    CHECK(found[0].field == "x");
    std::string out;
    for (const std::string& one : found[0].shown) out += (out.empty() ? "" : ", ") + one;
    return out + " (" + std::to_string(found[0].count) + ")";
}

}  // namespace

TEST_CASE("lint: the numbers of a text, read as far as they go") {
    struct Case {
        std::string text, numbers;
    };
    for (const Case& one :
         std::vector<Case>{{"", ""},
                           {"Nettó 4 848 063 Ft, ÁFA 1.308.977,50 Ft.", "4848063 1308977.5 "},
                           {"6\xC2\xA0"
                            "157\xE2\x80\xAF"
                            "040",
                            "6157040 "},
                           {"-300 és (25)", "300 25 "},
                           {"6,3 millió Ft", "6300000 "},
                           {"2026-11-10, 10:30, KT-2026/000417, A4", ""},
                           {"RM60 EUR25 \xE2\x80\x93"
                            "7 27% 5kg",
                            "60 25 7 27 5 "},
                           {"1 2", "1 2 "},
                           {"12345678-2-41 40", "40 "},
                           {"- 5\n6", "5 6 "}}) {
        INFO(one.text);
        CHECK(numbers_in(one.text) == one.numbers);
    }
}

TEST_CASE("lint: dates have other dates beside them") {
    Field field = field_of(Comparator::date);
    const std::string text =
        "Kelt: 2026. november 5. Teljesítés: 2026.11.05. Határidő: 2026. november 10-ig, "
        "legkésőbb 2027.01.31-ig.";
    // "2026-11-05" is two edits from the gold, "2027-01-31" four; the day that stands twice counts
    // once.
    CHECK(look_alikes(text, R"("2026-11-10")", field) == "2026-11-05, 2027-01-31 (2)");
    CHECK(look_alikes("Kelt: 2026.11.10", R"("2026-11-10")", field).empty());
    field.options.granularity = Granularity::year;
    CHECK(look_alikes(text, R"("2026")", field) == "2027 (1)");
}

TEST_CASE("lint: only grounded gold is looked at, and none that waives grounding") {
    Field field = field_of(Comparator::date);
    CHECK(look_alikes("2026.11.05", R"("2026-11-10")", field).empty());
    CHECK(look_alikes("2026.11.05 2026.11.10", "null", field).empty());
    field.options.waive_grounding = true;
    CHECK(look_alikes("2026.11.05 2026.11.10", R"("2026-11-10")", field).empty());
}

TEST_CASE("lint: amounts of about the same size, the most similar first") {
    const Field field = field_of(Comparator::amount, Locale::hu);
    const std::string text =
        "Számla 2026-11-10, 412 db. Nettó 412 000 Ft, ÁFA 111 240 Ft, bruttó 523 240 Ft, "
        "kerekítve 523 250 Ft, letét 1 523 240 Ft, 12 hó, adószám 12345678-2-41";
    // Edits from 523240: 523250 one, 1523240 one, 111240 three, 412000 four.
    CHECK(look_alikes(text, "523240", field) == "523250, 1523240, 111240 (4)");
    CHECK(look_alikes("Fizetendő 2 400 Ft 2026. május 3. napjáig", "2400", field).empty());
    CHECK(look_alikes("3 db, 14 nap, 5 fő", "3", field_of(Comparator::number, Locale::hu)) ==
          "5 (1)");
}

TEST_CASE("lint: amounts with currencies are compared by their value") {
    CHECK(look_alikes("Net 100.00 EUR, gross 127.00 EUR", R"({"value": 127, "currency": "EUR"})",
                      field_of(Comparator::amount, Locale::en)) == "100 (1)");
    // The minus of gold is no difference: a text may write it in many ways.
    CHECK(look_alikes("Discount -300, later 301", "-300",
                      field_of(Comparator::amount, Locale::en)) == "301 (1)");
}

TEST_CASE("lint: ids of the same shape, or close to the gold") {
    const Field field = field_of(Comparator::id);
    CHECK(look_alikes("Eladó: 12345676-2-08; vevő: (23456787-2-41). 2021/000123, 12 34",
                      R"("12345676-2-08")", field) == "23456787241 (1)");
    CHECK(look_alikes("Száma: 2021/000123. XML: 2021/00123, 2020.01.01", R"("2021/000123")",
                      field) == "2021/00123 (1)");
    CHECK(look_alikes("KT-1 és AB-2", R"("KT-1")", field) == "ab2 (1)");
    CHECK(look_alikes("A1", R"("A1")", field).empty());
}

TEST_CASE("lint: at most three look-alikes are shown, all are counted") {
    CHECK(look_alikes("11 12 13 14 15 16 17", "11", field_of(Comparator::number, Locale::hu)) ==
          "12, 13, 14 (6)");
}

TEST_CASE("lint: text has no look-alikes") {
    CHECK(
        look_alikes("Alfa Kft. Beta Kft.", R"("Alfa Kft.")", field_of(Comparator::string)).empty());
}

}  // namespace kilter
