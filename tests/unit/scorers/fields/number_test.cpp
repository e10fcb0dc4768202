#include "scorers/fields/number_text.hpp"

#include "tests/unit/scorers/fields/field_helpers.hpp"

namespace kilter {
namespace {

std::string read_as(std::string_view text, Locale locale) {
    const auto number = read_number_text(text, locale);
    return number ? number->canonical() : "none";
}

}  // namespace

TEST_CASE("vectors 8 to 21: numbers") {
    const Field hu = field_of(Comparator::number);
    const Field en = field_of(Comparator::number, Locale::en);
    CHECK(score_text(hu, "6300000", "6 300 000") == 1);     // 8
    CHECK(score_text(hu, "6300000", "6.300.000,00") == 1);  // 9
    CHECK(score_text(hu, "6300000", "6,300,000") == 1);     // 10
    CHECK(score_text(hu, "6300000",
                     "6\xC2\xA0"
                     "300\xE2\x80\xAF"
                     "000") == 1);                                  // 11
    CHECK(score_json(hu, "6300000", "5940000") == 0);               // 12
    CHECK(score_json(hu, "6300000", "6300000.0") == 1);             // 13
    CHECK(score_text(hu, "1500", "1.500") == 1);                    // 14
    CHECK(score_text(en, "1500", "1.500") == 0);                    // 15
    CHECK(score_text(hu, "6300", "6,300") == 0);                    // 16
    CHECK(score_text(en, "6300", "6,300") == 1);                    // 17
    CHECK(score_text(hu, "-609600", "\xE2\x88\x92 609 600") == 1);  // 18
    CHECK(score_text(hu, "-609600", "(609 600)") == 1);             // 19
    CHECK(score_text(hu, "6300000", "6.300.000,-") == 1);           // 20
    CHECK(score_json(hu, "1", "true") == 0);                        // 21
}

TEST_CASE("number text: what the locale decides, and what it does not") {
    struct Case {
        std::string text, hu, en;  // German reads as Hungarian does
    };
    const Case cases[] = {
        {"1.500", "1500", "1.5"},
        {"1,500", "1.5", "1500"},
        {"12.345", "12345", "12.345"},
        {"0.500", "0.5", "0.5"},
        {"0,500", "0.5", "0.5"},
        {"1234.500", "1234.5", "1234.5"},
        {"1.50", "1.5", "1.5"},
        {"336,90", "336.9", "336.9"},
        {"336.9", "336.9", "336.9"},
        {"1.5000", "1.5", "1.5"},
        {"6.300.000", "6300000", "6300000"},
        {"6,300,000", "6300000", "6300000"},
        {"6,300.50", "6300.5", "6300.5"},
        {"6.300,500", "6300.5", "6300.5"},
        {"23 622.40", "23622.4", "23622.4"},
        {"1 500.000", "1500", "1500"},
        {"6'300'000.5", "6300000.5", "6300000.5"},
        {"6\xE2\x80\x99"
         "300",
         "6300", "6300"},
        {".5", "0.5", "0.5"},
        {"5.", "5", "5"},
        {"007", "7", "7"},
        {"+5", "5", "5"},
        {"-5", "-5", "-5"},
        {"5-", "-5", "-5"},
        {"- 5", "-5", "-5"},
        {"\xE2\x80\x93"
         "5",
         "-5", "-5"},
        {"( 5 )", "-5", "-5"},
        {"-0", "0", "0"},
        {"(0)", "0", "0"},
        {"5,-", "5", "5"},
        {"6.3e6", "6300000", "6300000"},
        {"1E-2", "0.01", "0.01"},
    };
    for (const Case& one : cases) {
        INFO(one.text);
        CHECK(read_as(one.text, Locale::hu) == one.hu);
        CHECK(read_as(one.text, Locale::de) == one.hu);
        CHECK(read_as(one.text, Locale::en) == one.en);
    }
}

TEST_CASE("number text: no numbers") {
    for (const std::string text : {"",
                                   " ",
                                   "-",
                                   "()",
                                   ",-",
                                   ".",
                                   ",",
                                   "6 30 0000",
                                   "6300 000",
                                   "1 500 00",
                                   "6.30.000",
                                   "6.300.00",
                                   "6.300,000,000",
                                   "6,300.000.000",
                                   "1.500 000",
                                   "6 300'000",
                                   "6 300.000,5",
                                   "--5",
                                   "-5-",
                                   "(-5)",
                                   "-(5)",
                                   "5+",
                                   "5%",
                                   "five",
                                   "öt",
                                   "0x10",
                                   "1_000",
                                   "5 kg",
                                   "1/2",
                                   "６３００",
                                   "٦٣٠٠",
                                   "XIV",
                                   "1e999999",
                                   "1e401",
                                   "6,3e6",
                                   "1 e5",
                                   "NaN",
                                   "Infinity",
                                   "½",
                                   "5 .",
                                   "1..5",
                                   "1,,5"}) {
        INFO(text);
        CHECK(read_as(text, Locale::hu) == "none");
    }
}

TEST_CASE("number text: bounds") {
    CHECK(read_as(std::string(1000, '9'), Locale::hu) == std::string(1000, '9'));
    CHECK(read_as(std::string(1001, '9'), Locale::hu) == "none");
    CHECK(read_as(std::string(2'000'000, '9'), Locale::hu) == "none");
    CHECK(read_as("1e400", Locale::hu) == "1" + std::string(400, '0'));
    const Field field = field_of(Comparator::number);
    CHECK(canonical_of(field, "1e999999") == "(none)");
    CHECK(canonical_of(field, std::string(1001, '7')) == "(none)");
    CHECK_FALSE(reading_of(field, "1e999999").absent);
    // Beyond what a double can tell apart.
    CHECK(score_json(field, "9007199254740993", "9007199254740992") == 0);
    CHECK(score_json(field, "0.1", "0.1000000000000000055511151231257827") == 0);
    CHECK(score_json(field, "12345678901234567890123", "1.2345678901234567890123e22") == 1);
}

TEST_CASE("number: types") {
    Field field = field_of(Comparator::number);
    CHECK(reading_of(field, R"("5")").flags == std::vector<std::string>{"type_coerced"});
    CHECK(reading_of(field, "5").flags.empty());
    CHECK(reading_of(field, "0").absent == false);
    CHECK(canonical_of(field, "[5]") == "(none)");
    field.options.strict_types = true;
    CHECK(score_json(field, "5", R"("5")") == 0);
    CHECK(score_json(field, R"("5")", "5") == 1);  // gold may be text
}

TEST_CASE("number: tolerances are exact and closed") {
    Field field = field_of(Comparator::number);
    field.options.abs_tol = "0.01";
    CHECK(score_json(field, "100", "100.01") == 1);
    CHECK(score_json(field, "100", "99.99") == 1);
    CHECK(score_json(field, "100", "100.0100000000000000000001") == 0);
    field.options.abs_tol.reset();
    field.options.rel_tol = "0.1";
    CHECK(score_json(field, "-3", "-3.3") == 1);  // 0.1 x 3 = 0.3; doubles would say more
    CHECK(score_json(field, "-3", "-3.3000000001") == 0);
    CHECK(score_json(field, "0", "0.0000001") == 0);
    CHECK(score_json(field, "0", "0.0") == 1);
}

TEST_CASE("number: unit") {
    Field field = field_of(Comparator::number);
    field.options.unit = "kg";
    CHECK(score_text(field, "1500", "1.500 kg") == 1);
    CHECK(score_text(field, "1500", "1500KG") == 1);
    CHECK(score_text(field, "1500", "1500") == 1);
    CHECK(score_text(field, "1500", "1500 g") == 0);
    CHECK(score_text(field, "1500", "kg") == 0);
    CHECK(score_text(field, "1500", "kg 1500") == 0);
}

TEST_CASE("A dash behind a decimal mark is a fraction of zero, and a mark without digits none") {
    const Field hu = field_of(Comparator::number, Locale::hu);
    for (const char* text : {"6.300.000,-", "6.300.000 ,-", "6.300.000, -",
                             "6 300 000, \xE2\x80\x93", "6 300 000.-"}) {
        INFO(text);
        CHECK(score_text(hu, "6300000", text) == 1);
        CHECK(score_text(hu, "-6300000", text) == 0);
    }
    CHECK(score_text(hu, "-6300000", "-6.300.000,-") == 1);
    for (const char* text : {"50,062.", "50.062,", ",-", ".-", "-"}) {
        INFO(text);
        CHECK_FALSE(read_number_text(text, Locale::hu));
    }
}

}  // namespace kilter
