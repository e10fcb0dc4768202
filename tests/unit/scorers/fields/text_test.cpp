#include "scorers/fields/text.hpp"

#include "tests/unit/scorers/fields/field_helpers.hpp"

namespace kilter {
namespace {

double score(Comparator compare, std::string gold, std::string answer) {
    const Field field = field_of(compare);
    return compare_values(field, json::make_string(std::move(gold)),
                          json::make_string(std::move(answer)));
}

}  // namespace

TEST_CASE("vectors 1 to 7: text") {
    CHECK(score(Comparator::string, "Értékesítő Kft.", "ÉRTÉKESÍTŐ  KFT.") == 1);       // 1
    CHECK(score(Comparator::string_exact, "Győr", "Gyo\xCC\x8Br") == 1);                // 2
    CHECK(score(Comparator::string, "Győr", "Györ") == 0);                              // 3
    CHECK(score(Comparator::string, "Hűtött házi sertés", "Hutott hazi sertes") == 0);  // 4
    CHECK(score(Comparator::string, "„Alfa” Kft.", "\"Alfa\" Kft.") == 1);              // 5
    // 6: one insertion over 13 code points: 12/13.
    CHECK(score(Comparator::anls, "Beszerző Kft", "Beszerző Kft.") ==
          Catch::Approx(0.9231).margin(0.0005));
    CHECK(score(Comparator::anls, "Beszerző Kft", "Eladó Bt") == 0);  // 7
}

TEST_CASE("table 1: no partial credit for wrong facts") {
    CHECK(score_text(field_of(Comparator::date), R"("2026-11-10")", "2026-11-05") == 0);
    CHECK(score_text(field_of(Comparator::number), "6300000", "5940000") == 0);
    CHECK(score_json(field_of(Comparator::number), "6300000", "5940000") == 0);
    CHECK(score_json(field_of(Comparator::number), "6300000", "6300000.0") == 1);
    CHECK(score_text(field_of(Comparator::id), R"("12345678-2-41")", "12345678-2-42") == 0);
    CHECK(score_text(field_of(Comparator::string), R"("Győr")", "Gyor") == 0);
}

TEST_CASE("string: what is ignored and what is not") {
    struct Case {
        std::string name, gold, answer;
        double score;
    };
    const Case cases[] = {
        {"soft hyphen", "rozsda", "roz\xC2\xADsda", 1},
        {"zero-width space and BOM", "ab",
         "\xEF\xBB\xBF"
         "a\xE2\x80\x8B"
         "b",
         1},
        {"no-break spaces", "a b",
         "\xC2\xA0"
         "a \xE2\x80\xAF"
         "b ",
         1},
        {"line end", "a b", "a\nb", 1},
        {"dashes", "a-b",
         "a\xE2\x80\x93"
         "b",
         1},
        {"apostrophes", "it's", "it\xE2\x80\x99s", 1},
        {"full folding", "STRASSE", "straße", 1},
        {"final full stop", "Kft.", "Kft", 0},
        {"NFC, not NFKC", "m²", "m2", 0},
        {"full-width letters", "A", "Ａ", 0},
        {"inner space", "ab", "a b", 0},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        CHECK(score(Comparator::string, one.gold, one.answer) == one.score);
    }
}

TEST_CASE("string_exact keeps case, spaces and quotes") {
    CHECK(score(Comparator::string_exact, "Ab", "ab") == 0);
    CHECK(score(Comparator::string_exact, "a b", "a  b") == 0);
    CHECK(score(Comparator::string_exact, "\"a\"", "„a”") == 0);
}

TEST_CASE("string: case, aliases and types") {
    Field field = field_of(Comparator::string);
    field.options.fold_case = false;
    CHECK(score_text(field, R"("Ab")", "ab") == 0);
    field.options.fold_case = true;
    field.options.aliases = {{"Magyarország", {"HU", "Hungary"}}};
    CHECK(score_text(field, R"("Magyarország")", "hungary") == 1);
    CHECK(score_text(field, R"("Hungary")", "HU") == 1);
    CHECK(score_text(field, R"("Magyarország")", "HUN") == 0);
    CHECK(canonical_of(field, R"("hu")") == "magyarország");

    const Reading number = reading_of(field, "42");
    CHECK(number.canonical == "42");
    CHECK(number.flags == std::vector<std::string>{"type_coerced"});
    CHECK(canonical_of(field, R"({"a":1})") == "(none)");
    CHECK_FALSE(reading_of(field, R"(["a"])").absent);
}

TEST_CASE("null words") {
    const Field field = field_of(Comparator::string);
    for (const char* word : {R"("")", R"(" ")", R"("-")", R"("–")", R"("null")", R"("None")",
                             R"("N/A")", R"("nincs")", R"("Nincs  adat")", R"("nem szerepel")"}) {
        INFO(word);
        const Reading reading = reading_of(field, word);
        CHECK(reading.absent);
        CHECK(reading.flags == std::vector<std::string>{"null_as_string"});
    }
    CHECK(reading_of(field, "null").absent);
    CHECK(reading_of(field, "null").flags.empty());
    CHECK(read_value(field, nullptr).absent);
    for (const char* value : {"0", "false", R"("0")", R"("nincs megadva ilyen")", R"("--")"}) {
        INFO(value);
        CHECK_FALSE(reading_of(field, value).absent);
    }
}

TEST_CASE("a null word that the field lists is a value") {
    Field field = field_of(Comparator::enumeration);
    field.options.values = {"van", "nincs"};
    CHECK_FALSE(reading_of(field, R"("nincs")").absent);
    CHECK(score_text(field, R"("nincs")", "Nincs") == 1);
}

TEST_CASE("anls: threshold, code points and long texts") {
    Field field = field_of(Comparator::anls);
    // Distance 1 of 2: exactly at the threshold of 0.5 still counts.
    CHECK(score_text(field, R"("ab")", "ac") == 0.5);
    field.options.tau = "0.51";
    CHECK(score_text(field, R"("ab")", "ac") == 0);
    field.options.tau = "0.75";
    // Four code points, one of two bytes differs: 3/4, not a share of bytes.
    CHECK(score_text(field, R"("Győr")", "Györ") == 0.75);
    CHECK(score_text(field, R"("Győr")", std::string(2'000'000, 'x')) == 0);
}

TEST_CASE("judge: never read here") {
    const Reading reading = reading_of(field_of(Comparator::judge), R"("text")");
    CHECK_FALSE(reading.canonical.has_value());
    CHECK_FALSE(reading.absent);
}

}  // namespace kilter
