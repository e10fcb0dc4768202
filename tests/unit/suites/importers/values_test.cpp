#include "suites/importers/values.hpp"

using namespace kilter;

TEST_CASE("days are read in the forms of data sets, and only existing ones", "[importers]") {
    struct Case {
        const char* text;
        SlashOrder order;
        const char* iso;  // "": no date
        bool short_year;
    };
    const Case cases[] = {
        {"25/12/2018", SlashOrder::dmy, "2018-12-25", false},
        {"12-01-19", SlashOrder::dmy, "2019-01-12", true},
        {"12-01-19", SlashOrder::mdy, "2019-12-01", true},
        {" 18.11.18 ", SlashOrder::dmy, "2018-11-18", true},
        {"2018-02-28", SlashOrder::dmy, "2018-02-28", false},
        {"20180304", SlashOrder::dmy, "2018-03-04", false},
        {"25 DEC 2018", SlashOrder::dmy, "2018-12-25", false},
        {"25/JUN/2018", SlashOrder::dmy, "2018-06-25", false},
        {"Dec 25, 2018", SlashOrder::dmy, "2018-12-25", false},
        {"15 Sept 2017", SlashOrder::dmy, "2017-09-15", false},
        {"29/02/2018", SlashOrder::dmy, "", false},
        {"13/13/2018", SlashOrder::dmy, "", false},
        {"00/12/2018", SlashOrder::dmy, "", false},
        {"25/12", SlashOrder::dmy, "", false},
        {"25 Foo 2018", SlashOrder::dmy, "", false},
        {"999/12/2018", SlashOrder::dmy, "", false},
        {"25:12:2018", SlashOrder::dmy, "", false},
        {"", SlashOrder::dmy, "", false},
    };
    for (const Case& one : cases) {
        INFO(one.text);
        const auto date = date_of(one.text, one.order);
        CHECK((date ? date->iso : "") == one.iso);
        if (date) CHECK(date->short_year == one.short_year);
    }
    CHECK(is_iso_day("2024-02-29"));
    CHECK_FALSE(is_iso_day("2023-02-29"));
    CHECK_FALSE(is_iso_day("2023/02/28"));
    CHECK_FALSE(is_iso_day("2023-02-28 "));
}

TEST_CASE("figures lose currency and grouping, and odd ones are no numbers", "[importers]") {
    struct Case {
        const char* text;
        Locale locale;
        const char* literal;  // "": no number
    };
    const Case cases[] = {
        {"9.00", Locale::en, "9"},
        {"RM 60.30", Locale::en, "60.3"},
        {"$1,007.50", Locale::en, "1007.5"},
        {"45,500", Locale::en, "45500"},
        {"45.500", Locale::de, "45500"},
        {"Rp 1.234.567,-", Locale::de, "1234567"},
        {"-12.5", Locale::en, "-12.5"},
        {"45.500", Locale::en, "45.5"},
        {"1,50", Locale::en, ""},
        {"1,2345", Locale::en, ""},
        {"1234,567", Locale::en, ""},
        {"12,345.6,7", Locale::en, ""},
        {"1 000", Locale::en, ""},
        {"2 x 9.00", Locale::en, ""},
        {"free", Locale::en, ""},
        {"", Locale::en, ""},
    };
    for (const Case& one : cases) {
        INFO(one.text);
        CHECK(number_of(one.text, one.locale).value_or("") == one.literal);
    }
    CHECK(number_of(std::string(100, '1'), Locale::en) == std::nullopt);
    CHECK(decimal_of("336.90") == "336.9");
    CHECK(decimal_of("1e9999") == std::nullopt);
}
