#include "scorers/fields/simple_values.hpp"

#include "tests/unit/scorers/fields/field_helpers.hpp"

namespace kilter {

TEST_CASE("vectors 40 to 43: ids and booleans") {
    const Field id = field_of(Comparator::id);
    CHECK(score_text(id, R"("12345678-2-41")", "12345678-2-42") == 0);  // 40
    CHECK(score_text(id, R"("12345678-12345678-12345678")", "12345678 12345678 12345678") ==
          1);                                                               // 41
    CHECK(score_text(id, R"("2021/000345")", "2021/00345") == 0);           // 42
    CHECK(score_text(field_of(Comparator::boolean), "true", "igen") == 1);  // 43
}

TEST_CASE("id: what is ignored and what is not") {
    Field field = field_of(Comparator::id);
    CHECK(canonical_of(field, R"("HU 12-34/a")") == "hu1234/a");
    CHECK(canonical_of(field,
                       "\"AB\xE2\x80\x93"
                       "1\xC2\xA0"
                       "2\"") == "ab12");
    CHECK(score_text(field, R"("0034")", "34") == 0);
    CHECK(score_text(field, R"("1.0")", "1") == 0);
    CHECK(score_json(field, R"("123")", "123") == 1);
    CHECK(score_json(field, R"("123")", "123.0") == 0);
    CHECK(canonical_of(field, "true") == "(none)");
    CHECK(canonical_of(field, R"("--")") == "(none)");
    CHECK(reading_of(field, R"("-")").absent);
    field.options.keep = "-";
    CHECK(canonical_of(field, R"("12-3 4")") == "12-34");
}

TEST_CASE("boolean: words, and what is none") {
    const Field field = field_of(Comparator::boolean);
    CHECK(canonical_of(field, "true") == "true");
    CHECK(canonical_of(field, R"("IGEN")") == "true");
    CHECK(canonical_of(field, R"("Yes ")") == "true");
    CHECK(canonical_of(field, R"("false")") == "false");
    CHECK(canonical_of(field, R"("nem")") == "false");
    CHECK(canonical_of(field, R"("no")") == "false");
    CHECK(reading_of(field, R"("no")").flags == std::vector<std::string>{"type_coerced"});
    for (const char* value : {"0", "1", R"("0")", R"("1")", R"("ja")", R"("nemigen")", "[true]"}) {
        INFO(value);
        CHECK(canonical_of(field, value) == "(none)");
        CHECK_FALSE(reading_of(field, value).absent);
    }
    CHECK(canonical_of(field_of(Comparator::boolean, Locale::de), R"("Ja")") == "true");
    CHECK(score_json(field, "false", "0") == 0);
    CHECK(score_json(field, "true", "false") == 0);
}

TEST_CASE("enum: codes and aliases") {
    Field field = field_of(Comparator::enumeration);
    field.options.values = {"KG", "DKG"};
    field.options.aliases = {{"KG", {"kilogramm", "kilo"}}};
    CHECK(canonical_of(field, R"("kg")") == "KG");
    CHECK(canonical_of(field, R"("Kilogramm")") == "KG");
    CHECK(canonical_of(field, R"("dkg")") == "DKG");
    CHECK(canonical_of(field, R"("tonna")") == "(none)");
    CHECK(score_text(field, R"("KG")", "kilo") == 1);
    CHECK(score_text(field, R"("KG")", "dkg") == 0);
    CHECK(score_text(field, R"("KG")", "tonna") == 0);
    field.options.fold_case = false;
    CHECK(canonical_of(field, R"("kg")") == "(none)");
}

TEST_CASE("enum: numbers and booleans as codes") {
    Field field = field_of(Comparator::enumeration);
    field.options.values = {"1", "true"};
    CHECK(score_json(field, R"("1")", "1") == 1);
    CHECK(score_json(field, R"("true")", "true") == 1);
    CHECK(canonical_of(field, "{}") == "(none)");
}

}  // namespace kilter
