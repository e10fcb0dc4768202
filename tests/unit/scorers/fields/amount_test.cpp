#include "scorers/fields/amount.hpp"

#include "tests/unit/scorers/fields/field_helpers.hpp"

namespace kilter {
namespace {

Field amount_field(Locale locale = Locale::hu, std::optional<std::string> currency = "HUF") {
    Field field = field_of(Comparator::amount, locale);
    field.options.default_currency = std::move(currency);
    return field;
}

}  // namespace

TEST_CASE("vectors 22 to 28: amounts") {
    Field hu = amount_field();
    CHECK(score_text(hu, R"("6157040 HUF")", "6 157 040 Ft") == 1);  // 22
    CHECK(score_json(hu, R"("6157040 HUF")", "6157040") == 1);       // 23
    CHECK(score_json(amount_field(Locale::hu, std::nullopt), R"("6157040 HUF")", "6157040") == 1);
    Field required = hu;
    required.options.currency = CurrencyRule::required;
    CHECK(score_json(required, R"("6157040 HUF")", "6157040") == 0);   // 24
    CHECK(score_text(hu, R"("23622.40 EUR")", "23 622.40 Ft") == 0);   // 25
    CHECK(score_text(hu, R"("23622.40 EUR")", "EUR 23 622,40") == 1);  // 26
    CHECK(score_json(hu, R"({"value":6300000,"currency":"HUF"})",
                     R"({"value":"6300000","currency":"Ft"})") == 1);                      // 27
    CHECK(score_text(amount_field(Locale::en, "MYR"), R"("60.30 MYR")", "RM60.30") == 1);  // 28
}

TEST_CASE("amount text: canonical forms") {
    const Field field = amount_field(Locale::hu, std::nullopt);
    struct Case {
        std::string text, canonical;
    };
    const Case cases[] = {
        {"6 157 040 Ft", "6157040 HUF"},
        {"6 157 040 Ft.", "6157040 HUF"},
        {"6.157.040,- Ft", "6157040 HUF"},
        {"6157040Ft", "6157040 HUF"},
        {"6157040 forint", "6157040 HUF"},
        {"huf 5", "5 HUF"},
        {"HUF 5 Ft", "5 HUF"},
        {"12,50 €", "12.5 EUR"},
        {"€12,50", "12.5 EUR"},
        {"12,5 euró", "12.5 EUR"},
        {"US$ 5", "5 USD"},
        {"-$5", "-5 USD"},
        {"$-5", "-5 USD"},
        {"($5.00)", "-5 USD"},
        {"(609 600 Ft)", "-609600 HUF"},
        {"$.50", "0.5 USD"},
        {"6,3 millió Ft", "6300000 HUF"},
        {"6,3 M Ft", "6300000 HUF"},
        {"6,3 MFt", "6300000 HUF"},
        {"630 ezer forint", "630000 HUF"},
        {"1,2 milliárd", "1200000000"},
        {"1,2 Mrd. Ft", "1200000000 HUF"},
        {"6 millió 300 ezer Ft", "6300000 HUF"},
        {"-6 millió 300 ezer Ft", "-6300000 HUF"},
        {"6 millió 300 000 Ft", "6300000 HUF"},
        {"42", "42"},
    };
    for (const Case& one : cases) {
        INFO(one.text);
        const auto amount = read_amount_text(field.options, one.text);
        REQUIRE(amount);
        CHECK(canonical(*amount) == one.canonical);
    }
}

TEST_CASE("amount text: no amounts") {
    const Field field = amount_field();
    for (const std::string text : {"",
                                   "Ft",
                                   "EUR 5 Ft",
                                   "5 EUR 6",
                                   "5 Ft 50",
                                   "5 Ft 6 Ft",
                                   "öt forint",
                                   "5 alma",
                                   "5 XXQ",
                                   "6 m Ft",
                                   "300 ezer 6 millió",
                                   "6 millió 1200 ezer",
                                   "millió Ft",
                                   "6 30 0000 Ft",
                                   "Rs.500",
                                   "5%",
                                   "5 % Ft",
                                   "１０ Ft",
                                   "5 ezer ezer ezer",
                                   "- 5 Ft -"}) {
        INFO(text);
        CHECK_FALSE(read_amount_text(field.options, text).has_value());
    }
    CHECK_FALSE(read_amount_text(field.options, std::string(1'000'000, '$')).has_value());
}

TEST_CASE("amount: scale words can be off, and differ by locale") {
    Field field = amount_field();
    field.options.scale_words = false;
    CHECK(canonical_of(field, R"("6,3 millió Ft")") == "(none)");
    CHECK(canonical_of(amount_field(Locale::en), R"("1.5 billion")") == "1500000000 HUF");
    CHECK(canonical_of(amount_field(Locale::de), R"("1,5 Billion")") == "1500000000000 HUF");
}

TEST_CASE("amount: currency rules") {
    Field field = amount_field();
    CHECK(canonical_of(field, "5") == "5 HUF");
    CHECK(canonical_of(field, R"("5 EUR")") == "5 EUR");
    // A bare number is one in the default currency, so that it is wrong beside gold in euros.
    CHECK(score_json(field, R"("5 EUR")", "5") == 0);

    field.options.currency = CurrencyRule::ignore;
    CHECK(canonical_of(field, R"("5 EUR")") == "5");
    CHECK(score_text(field, R"("5 EUR")", "5 Ft") == 1);

    field.options.currency = CurrencyRule::required;
    CHECK(canonical_of(field, "5") == "5");
    CHECK(score_text(field, "5", "5 Ft") == 1);  // gold takes the default
    CHECK(score_text(field, "5", "5 EUR") == 0);
}

TEST_CASE("amount: objects") {
    const Field field = amount_field();
    CHECK(canonical_of(field, R"({"value":5,"currency":"EUR"})") == "5 EUR");
    CHECK(canonical_of(field, R"({"currency":null,"value":"5"})") == "5 HUF");
    CHECK(canonical_of(field, R"({"value":"5 EUR","currency":"EUR"})") == "5 EUR");
    CHECK(canonical_of(field, R"({"value":"5 EUR","currency":"HUF"})") == "(none)");
    CHECK(canonical_of(field, R"({"value":5,"currency":"XXQ"})") == "(none)");
    CHECK(canonical_of(field, R"({"value":5,"currency":1})") == "(none)");
    CHECK(canonical_of(field, R"({"amount":5})") == "(none)");
    CHECK(canonical_of(field, R"({"value":[5]})") == "(none)");
    CHECK(reading_of(field, R"({"value":null,"currency":null})").absent);
    CHECK(reading_of(field, R"({"value":"nincs adat"})").absent);
}

TEST_CASE("amount: white space around a text is none of its pieces") {
    // Sixteen pieces, the most that are read: "1", then "$" and a space in turn.
    const Field field = amount_field(Locale::en);
    const std::string text = "1$ $ $ $ $ $ $ $";
    CHECK(canonical_of(field, '"' + text + '"') == "1 USD");
    CHECK(canonical_of(field, "\" " + text + " \\n\"") == "1 USD");
    CHECK(canonical_of(field, '"' + text + " $\"") == "(none)");
}

TEST_CASE("amount: text that names no currency is a coerced number") {
    const Field field = amount_field();
    CHECK(reading_of(field, R"("5")").flags == std::vector<std::string>{"type_coerced"});
    CHECK(reading_of(field, R"({"value":"5"})").flags == std::vector<std::string>{"type_coerced"});
    CHECK(reading_of(field, R"("5 Ft")").flags.empty());
    CHECK(reading_of(field, "5").flags.empty());
    CHECK(canonical_of(field, "true") == "(none)");
}

TEST_CASE("amount: tolerance") {
    Field field = amount_field();
    field.options.abs_tol = "0.5";
    CHECK(score_text(field, R"("19120.40 EUR")", "19 120 EUR") == 1);
    CHECK(score_text(field, R"("19120.40 EUR")", "19 120 Ft") == 0);
}

}  // namespace kilter
