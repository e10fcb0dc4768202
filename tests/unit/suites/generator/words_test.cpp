// Hungarian and English forms, dates and identifiers, against tables written by hand.
#include <catch2/catch_all.hpp>
#include <string>

#include "base/portable_random.hpp"
#include "suites/generator/calendar.hpp"
#include "suites/generator/english.hpp"
#include "suites/generator/hungarian.hpp"
#include "suites/generator/ids.hpp"
#include "suites/generator/style.hpp"

namespace kilter::gen {

TEST_CASE("generator: Hungarian case endings") {
    struct Case {
        std::string word, ending, expected;
    };
    const Case cases[] = {
        {"Kovács Anna", "nak", "Kovács Annának"},
        {"Nagy Péter", "nak", "Nagy Péternek"},
        {"Nagy Péter", "val", "Nagy Péterrel"},
        {"Varga Balázs", "val", "Varga Balázzsal"},
        {"Gál Márton", "tol", "Gál Mártontól"},
        {"Németh Bence", "nal", "Németh Bencénél"},
        {"Bogdán Ádám", "hoz", "Bogdán Ádámhoz"},
        {"Szűcs Emese", "hoz", "Szűcs Emeséhez"},
        {"Papp Tünde", "tol", "Papp Tündétől"},
        {"Kis Ildikó", "nak", "Kis Ildikónak"},
        {"Antal Csilla", "ra", "Antal Csillára"},
        {"Tó", "val", "Tóval"},
        {"köd", "hoz", "ködhöz"},
        {"Kőrishát Faipari Kft.", "nak", "Kőrishát Faipari Kft.-nek"},
        {"Sóvirág Zrt.", "val", "Sóvirág Zrt.-vel"},
    };
    for (const Case& one : cases) {
        INFO(one.word << " " << one.ending);
        CHECK(with_ending(one.word, one.ending) == one.expected);
    }
    CHECK_FALSE(with_ending("ház", "xyz").has_value());
    CHECK_FALSE(with_ending("", "nak").has_value());
}

TEST_CASE("generator: the Hungarian article") {
    struct Case {
        std::string next, expected;
    };
    const Case cases[] = {
        {"alma", "az"},      {"Őszirózsa", "az"}, {"körte", "a"},   {"5", "az"},
        {"50 000 Ft", "az"}, {"1", "az"},         {"10", "a"},      {"100", "a"},
        {"1 200 Ft", "az"},  {"1 200 000", "az"}, {"12 000", "a"},  {"2026", "a"},
        {"SZ-12", "az"},     {"F-3", "az"},       {"K-4", "a"},     {"M45", "az"},
        {"E12/3", "az"},     {"„Alfa”", "az"},    {"Sóvirág", "a"}, {"", "a"},
    };
    for (const Case& one : cases) {
        INFO(one.next);
        CHECK(article(one.next) == one.expected);
    }
}

TEST_CASE("generator: numbers in words") {
    CHECK(hungarian_words(0) == "nulla");
    CHECK(hungarian_words(2) == "kettő");
    CHECK(hungarian_words(12) == "tizenkettő");
    CHECK(hungarian_words(20) == "húsz");
    CHECK(hungarian_words(200) == "kétszáz");
    CHECK(hungarian_words(1848) == "ezernyolcszáznegyvennyolc");
    CHECK(hungarian_words(2000) == "kétezer");
    CHECK(hungarian_words(2001) == "kétezer-egy");
    CHECK(hungarian_words(6157040) == "hatmillió-százötvenhétezer-negyven");
    CHECK(english_words(0) == "zero");
    CHECK(english_words(45) == "forty-five");
    CHECK(english_words(112) == "one hundred and twelve");
    CHECK(english_words(2002) == "two thousand and two");
    CHECK(english_ordinal(13) == "13th");
    CHECK(english_ordinal(22) == "22nd");
}

TEST_CASE("generator: days with Hungarian endings") {
    struct Case {
        std::string iso;
        DayEnding ending;
        std::string expected;
    };
    const Case cases[] = {
        {"2026-03-05", DayEnding::none, "2026. március 5."},
        {"2026-03-05", DayEnding::on, "2026. március 5-én"},
        {"2026-05-01", DayEnding::on, "2026. május 1-jén"},
        {"2026-05-02", DayEnding::on, "2026. május 2-án"},
        {"2026-05-12", DayEnding::on, "2026. május 12-én"},  // tizenkettedikén
        {"2026-05-22", DayEnding::from, "2026. május 22-étől"},
        {"2026-05-03", DayEnding::from, "2026. május 3-ától"},
        {"2026-05-10", DayEnding::on, "2026. május 10-én"},
        {"2026-05-20", DayEnding::on, "2026. május 20-án"},
        {"2026-05-31", DayEnding::by, "2026. május 31-ig"},
        {"2026-05-01", DayEnding::by, "2026. május 1-jéig"},
        {"2026-05-01", DayEnding::of, "2026. május 1-jei"},
        {"2026-05-09", DayEnding::of, "2026. május 9-i"},
    };
    for (const Case& one : cases) {
        const auto day = day_from_iso(one.iso);
        REQUIRE(day.has_value());
        CHECK(long_day(*day, Language::hu, one.ending, true) == one.expected);
        CHECK(iso_day(*day) == one.iso);
    }
    CHECK_FALSE(day_from_iso("2026-02-29").has_value());
    CHECK_FALSE(day_from_iso("2026-2-9").has_value());
    // 2026-03-07 was a Saturday.
    CHECK(iso_day(to_workday(*day_from_iso("2026-03-07"))) == "2026-03-09");
    CHECK(weekday_name(*day_from_iso("2026-03-07"), Language::hu) == "szombat");
    CHECK(long_day(*day_from_iso("2026-03-07"), Language::en, DayEnding::on, true) ==
          "7 March 2026");
}

TEST_CASE("generator: money in the forms of an item") {
    Style style;
    CHECK(money(1234567, style) == "1 234 567 Ft");
    style.group = ".";
    style.money = MoneyForm::dash;
    CHECK(money(1234567, style) == "1.234.567,- Ft");
    CHECK(money_in(2362240, "EUR", style) == "23.622,40 EUR");
    style.language = Language::en;
    style.group = ",";
    style.money = MoneyForm::code;
    CHECK(money(123405, style) == "EUR 1,234.05");
    CHECK(hundredths_literal(-5) == "-0.05");
    CHECK(hundredths_literal(2362240) == "23622.40");
}

TEST_CASE("generator: check digits") {
    PortableRandom random{1};
    for (int i = 0; i < 50; ++i) {
        const std::string tax = hungarian_tax_number(random);
        int sum = 0;
        const int weights[] = {9, 7, 3, 1, 9, 7, 3, 1};
        for (std::size_t at = 0; at < 8; ++at) sum += (tax[at] - '0') * weights[at];
        INFO(tax);
        CHECK(tax.size() == 13);
        CHECK(sum % 10 == 0);
        CHECK(iban_holds(iban("HU", random)));
        CHECK(iban_holds(iban("GB", random)));
        const std::string vat = british_vat_number(random);
        int total = 0;
        for (std::size_t at = 0; at < 7; ++at) {
            total += (vat[at + 2] - '0') * (8 - static_cast<int>(at));
        }
        total += (vat[9] - '0') * 10 + (vat[10] - '0');
        CHECK(total % 97 == 0);
    }
    CHECK(iban_holds("GB82 WEST 1234 5698 7654 32"));  // the well-known example
    CHECK_FALSE(iban_holds("GB82 WEST 1234 5698 7654 33"));
}

}  // namespace kilter::gen
