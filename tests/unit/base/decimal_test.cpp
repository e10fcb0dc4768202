#include "base/decimal.hpp"

#include <catch2/catch_all.hpp>
#include <climits>

using namespace kilter;

namespace {

Decimal number(std::string_view text) {
    const std::optional<Decimal> parsed = Decimal::parse(text);
    REQUIRE(parsed.has_value());
    return *parsed;
}

}  // namespace

TEST_CASE("Numbers parse exactly and print without exponent") {
    struct Case {
        const char* text;
        const char* canonical;
    };
    const Case cases[] = {
        {"0", "0"},
        {"-0", "0"},
        {"-0.00e5", "0"},
        {"000", "0"},
        {"1", "1"},
        {"+1", "1"},
        {"007", "7"},
        {"-609600", "-609600"},
        {"1.10", "1.1"},
        {"100", "100"},
        {"0.05", "0.05"},
        {".5", "0.5"},
        {"5.", "5"},
        {"-.50", "-0.5"},
        {"1e3", "1000"},
        {"1E+3", "1000"},
        {"1.5e-3", "0.0015"},
        {"123.456e1", "1234.56"},
        {"123.456e3", "123456"},
        {"1e0000000000003", "1000"},
        {"0.1234567890123456789012345678901234567890", "0.123456789012345678901234567890123456789"},
        {"9007199254740993", "9007199254740993"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(number(c.text).canonical() == c.canonical);
        CHECK(number(number(c.text).canonical()) == number(c.text));
    }
}

TEST_CASE("What is no number does not parse") {
    const char* texts[] = {"",
                           "+",
                           "-",
                           ".",
                           "+.",
                           "e5",
                           "1e",
                           "1e+",
                           "1e-",
                           "1,5",
                           "1 000",
                           " 1",
                           "1 ",
                           "--1",
                           "+-1",
                           "0x10",
                           "NaN",
                           "inf",
                           "1.2.3",
                           "1e5.5",
                           "1_0",
                           "\xC2\xA0"
                           "1",
                           "1-",
                           "1e5e5"};
    for (const char* text : texts) {
        INFO(text);
        CHECK_FALSE(Decimal::parse(text));
    }
    CHECK_FALSE(Decimal::parse(std::string_view("1\0", 2)));
}

TEST_CASE("Digits and exponents are bounded") {
    CHECK(Decimal::parse(std::string(1000, '9')));
    CHECK_FALSE(Decimal::parse(std::string(1001, '9')));
    CHECK_FALSE(Decimal::parse(std::string(1001, '0')));
    CHECK(Decimal::parse("0." + std::string(999, '1')));
    CHECK_FALSE(Decimal::parse("0." + std::string(1000, '1')));
    CHECK(Decimal::parse("1e400"));
    CHECK(Decimal::parse("1e-400"));
    CHECK_FALSE(Decimal::parse("1e401"));
    CHECK_FALSE(Decimal::parse("1e-401"));
    CHECK_FALSE(Decimal::parse("0e99999999999999999999"));
    CHECK(number("1e400").canonical() == "1" + std::string(400, '0'));
    CHECK(number("1e-400").canonical() == "0." + std::string(399, '0') + "1");
}

TEST_CASE("Sums, differences and products are exact") {
    struct Case {
        const char* a;
        const char* b;
        const char* sum;
        const char* difference;
        const char* product;
    };
    const Case cases[] = {
        {"0", "0", "0", "0", "0"},
        {"0", "5", "5", "-5", "0"},
        {"0.1", "0.2", "0.3", "-0.1", "0.02"},
        {"1", "-1", "0", "2", "-1"},
        {"-2", "-3", "-5", "1", "6"},
        {"999", "1", "1000", "998", "999"},
        {"1000", "1", "1001", "999", "1000"},
        {"1e3", "1e-3", "1000.001", "999.999", "1"},
        {"-0.05", "100", "99.95", "-100.05", "-5"},
        {"12.5", "8", "20.5", "4.5", "100"},
        {"99.99", "99.99", "199.98", "0", "9998.0001"},
        {"1e400", "1e400", nullptr, "0", nullptr},
    };
    for (const Case& c : cases) {
        INFO(c.a << " " << c.b);
        const Decimal a = number(c.a);
        const Decimal b = number(c.b);
        if (c.sum != nullptr) {
            CHECK((a + b).canonical() == c.sum);
            CHECK((b + a).canonical() == c.sum);
        }
        CHECK((a - b).canonical() == c.difference);
        CHECK(b - a == (a - b).negated());
        if (c.product != nullptr) {
            CHECK((a * b).canonical() == c.product);
            CHECK((b * a) == a * b);
        }
    }
    // 99...9 (1,000 nines) squared is 99...98 00...01 with 999 of each.
    const Decimal nines = number(std::string(1000, '9'));
    CHECK((nines * nines).canonical() == std::string(999, '9') + "8" + std::string(999, '0') + "1");
}

TEST_CASE("Numbers are ordered by value") {
    const char* ascending[] = {"-1e400",   "-100",  "-99.5", "-1.2",  "-1.19", "-1e-400", "0",
                               "1e-400",   "0.009", "0.01",  "0.1",   "0.12",  "0.2",     "1",
                               "1.000001", "9",     "10",    "99.99", "100",   "1e400"};
    for (std::size_t i = 0; i < std::size(ascending); ++i) {
        for (std::size_t j = 0; j < std::size(ascending); ++j) {
            INFO(ascending[i] << " " << ascending[j]);
            CHECK((number(ascending[i]) <=> number(ascending[j])) == (i <=> j));
            CHECK((number(ascending[i]) == number(ascending[j])) == (i == j));
        }
    }
    CHECK(number("1.0") == number("1"));
    CHECK(number("100") == number("1e2"));
    CHECK(number("-0") == Decimal());
    CHECK(number("-0") >= number("0"));
}

TEST_CASE("Signs, shifts and integers") {
    CHECK(Decimal().is_zero());
    CHECK_FALSE(Decimal().negated().is_negative());
    CHECK(number("-2").is_negative());
    CHECK(number("-2").absolute() == number("2"));
    CHECK(number("2").negated() == number("-2"));
    CHECK(number("12.5").shifted(-2).canonical() == "0.125");
    CHECK(number("12.5").shifted(3).canonical() == "12500");
    CHECK(Decimal().shifted(5) == Decimal());
    CHECK(Decimal::from_integer(LLONG_MIN).canonical() == "-9223372036854775808");
    CHECK(Decimal::from_integer(LLONG_MAX).canonical() == "9223372036854775807");
    CHECK(Decimal::from_integer(0) == Decimal());
    CHECK(Decimal::from_integer(-1200) == number("-12e2"));
}
