#include "scorers/fields/date.hpp"

#include "tests/unit/scorers/fields/field_helpers.hpp"

namespace kilter {
namespace {

std::string day_of(std::string_view text, SlashOrder order = SlashOrder::dmy,
                   Granularity granularity = Granularity::day) {
    const auto date = read_date(text, order);
    return date ? canonical(*date, granularity).value_or("coarser") : "none";
}

}  // namespace

TEST_CASE("vectors 29 to 39: dates") {
    const Field dmy = field_of(Comparator::date);
    Field mdy = dmy;
    mdy.options.order = SlashOrder::mdy;
    const std::string gold = R"("2026-11-10")";
    CHECK(score_text(dmy, gold, "2026. november 10.") == 1);       // 29
    CHECK(score_text(dmy, gold, "2026.11.10.") == 1);              // 30
    CHECK(score_text(dmy, gold, "2026. nov. 10-én") == 1);         // 31
    CHECK(score_text(dmy, gold, "2026-11-10T00:00:00Z") == 1);     // 32
    CHECK(score_text(dmy, gold, "November 10, 2026") == 1);        // 33
    CHECK(score_text(dmy, gold, "2026-11-05") == 0);               // 34
    CHECK(score_text(dmy, gold, "2026-10-11") == 0);               // 35
    CHECK(score_text(dmy, gold, "11/10/2026") == 0);               // 36
    CHECK(score_text(mdy, gold, "11/10/2026") == 1);               // 37
    CHECK(score_text(dmy, gold, "2026. november") == 0);           // 38
    CHECK(score_text(dmy, R"("2026-02-28")", "2026-02-30") == 0);  // 39
}

TEST_CASE("dates: accepted forms of one day") {
    for (const std::string text : {"2026-11-10",
                                   "2026-11-10.",
                                   " 2026-11-10 ",
                                   "2026.11.10",
                                   "2026. 11. 10.",
                                   "2026/11/10",
                                   "2026-11-10 12:30",
                                   "2026-11-10T23:59:59.999+02:00",
                                   "2026-11-10T23:30:00-0500",
                                   "2026. 11. 10. 8:05",
                                   "2026. november 10. napján",
                                   "2026. november hó 10. napja",
                                   "2026 november 10",
                                   "2026. NOVEMBER 10.",
                                   "2026. nov. 10-ig",
                                   "2026. nov. 10-éig",
                                   "2026.11.10-én",
                                   "2026. 11. 10.-ig",
                                   "2026. XI. 10.",
                                   "2026. xi. 10",
                                   "10. XI. 2026",
                                   "2026-nov-10",
                                   "10 November 2026",
                                   "10 Nov 2026",
                                   "10th of November, 2026",
                                   "10-Nov-2026",
                                   "10. November 2026",
                                   "Nov. 10, 2026",
                                   "November 10th, 2026",
                                   "November 10 2026",
                                   "10.11.2026",
                                   "10. 11. 2026.",
                                   "10/11/2026",
                                   "10-11-2026",
                                   "2026\xE2\x80\x93"
                                   "11\xE2\x80\x93"
                                   "10",
                                   "2026.\xC2\xA0november\xC2\xA0"
                                   "10."}) {
        INFO(text);
        CHECK(day_of(text) == "2026-11-10");
    }
    for (const std::string text : {"2026. március 5.", "2026. márc. 5-jén", "5 March 2026",
                                   "5. März 2026", "2026. III. 5.", "5.3.2026", "2026-3-5"}) {
        INFO(text);
        CHECK(day_of(text) == "2026-03-05");
    }
    // Decomposed letters are the same letters.
    CHECK(day_of("2026. ma\xCC\x81jus 1-jétől") == "2026-05-01");
}

TEST_CASE("dates: order is for slashes and dashes, dots are always day first") {
    CHECK(day_of("10.11.2026", SlashOrder::mdy) == "2026-11-10");
    CHECK(day_of("11-10-2026", SlashOrder::mdy) == "2026-11-10");
    CHECK(day_of("25/12/2018", SlashOrder::dmy) == "2018-12-25");
    CHECK(day_of("25/12/2018", SlashOrder::mdy) == "none");  // never turned to make it fit
}

TEST_CASE("dates: no dates") {
    for (const std::string text : {"",
                                   "2026-13-01",
                                   "2026-00-10",
                                   "2026-11-00",
                                   "2026-11-31",
                                   "2025-02-29",
                                   "1900-02-29",
                                   "0000-01-01",
                                   "26-11-10",
                                   "11/10/26",
                                   "2026-11/10",
                                   "2026-11-10x",
                                   "2026-11-10 vagy 11",
                                   "2026-11-10, 2026-11-11",
                                   "x 2026-11-10",
                                   "2026. novemberr 10.",
                                   "20261110",
                                   "2026-011-10",
                                   "2026 11 10",
                                   "２０２６-11-10",
                                   "٢٠٢٦-11-10",
                                   "november 10.",
                                   "holnap",
                                   "2026-11-10T25:00",
                                   "2026-11-10T10:61",
                                   "MMXXVI. XI. 10.",
                                   "31 September 2026",
                                   "2026-11-10-",
                                   "2026. november -én"}) {
        INFO(text);
        CHECK(day_of(text) == "none");
    }
    CHECK(day_of(std::string(1'000'000, '1')) == "none");
    CHECK(day_of("2024-02-29") == "2024-02-29");
    CHECK(day_of("2000-02-29") == "2000-02-29");
}

TEST_CASE("dates: granularity") {
    const auto month = [](std::string_view text) {
        return day_of(text, SlashOrder::dmy, Granularity::month);
    };
    CHECK(month("2026. november") == "2026-11");
    CHECK(month("2026-11") == "2026-11");
    CHECK(month("November 2026") == "2026-11");
    CHECK(month("11/2026") == "2026-11");
    CHECK(month("2026-11-10") == "2026-11");
    CHECK(month("2026") == "coarser");
    CHECK(day_of("2026. november") == "coarser");
    CHECK(day_of("2026.", SlashOrder::dmy, Granularity::year) == "2026");
    CHECK(day_of("2026-11-10", SlashOrder::dmy, Granularity::year) == "2026");

    Field field = field_of(Comparator::date);
    field.options.granularity = Granularity::year;
    CHECK(score_json(field, R"("2026")", "2026") == 1);
    CHECK(reading_of(field, "2026").flags == std::vector<std::string>{"type_coerced"});
}

TEST_CASE("dates in running text") {
    const auto dates = find_dates(
        "Kelt: 2026. november 5. Esedékes: 2026.11.10-ig, ügyszám 2021/000123; due 1 May 2027.",
        SlashOrder::dmy);
    const auto holds = [&](Date date) {
        return std::find(dates.begin(), dates.end(), date) != dates.end();
    };
    CHECK(holds({2026, 11, 5}));
    CHECK(holds({2026, 11, 10}));
    CHECK(holds({2027, 5, 1}));
    CHECK_FALSE(holds({2026, 10, 11}));
}

}  // namespace kilter
