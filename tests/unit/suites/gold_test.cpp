// Gold and fields: what YAML makes of unquoted scalars, options of comparators, what this version
// lacks.
#include "base/json/write.hpp"
#include "tests/unit/suites/temp_folder.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Case {
    std::string gold, field, error;  // error empty: loads
};

void check_all(const std::vector<Case>& cases) {
    for (const Case& one : cases) {
        INFO("gold " << one.gold << " field " << one.field);
        const std::string errors =
            load(one_item("{x: " + one.gold + "}", "{x: " + one.field + "}")).errors;
        if (one.error.empty()) {
            CHECK(errors.empty());
        } else {
            CHECK_THAT(errors, ContainsSubstring(one.error));
            CHECK(std::count(errors.begin(), errors.end(), '\n') == 1);
        }
    }
}

json::Value gold_of(const std::string& gold, const std::string& field) {
    const auto [suite, errors] = load(one_item("{x: " + gold + "}", "{x: " + field + "}"));
    INFO(errors);
    REQUIRE(suite);
    return *suite->items[0].gold.find("x");
}

FieldOptions options_of(const std::string& gold, const std::string& field) {
    const auto [suite, errors] = load(one_item("{x: " + gold + "}", "{x: " + field + "}"));
    INFO(errors);
    REQUIRE(suite);
    return suite->items[0].fields.at(0).options;
}

}  // namespace

TEST_CASE("A11: gold is text as written; no octal, no dates, no Norway") {
    CHECK(json::write(gold_of("010", "id")) == "\"010\"");
    CHECK(json::write(gold_of("'010'", "id")) == "\"010\"");
    CHECK(json::write(gold_of("08", "id")) == "\"08\"");
    CHECK(json::write(gold_of("0034", "string")) == "\"0034\"");
    CHECK(json::write(gold_of("2026-11-10", "date")) == "\"2026-11-10\"");
    CHECK(json::write(gold_of("no", "string")) == "\"no\"");
    CHECK(json::write(gold_of("1_000", "string")) == "\"1_000\"");
    CHECK(json::write(gold_of("12:30:45", "string")) == "\"12:30:45\"");
    CHECK(json::write(gold_of("1.50", "number")) == "1.50");
    CHECK(json::write(gold_of("12345678901234567890123", "number")) == "12345678901234567890123");
}

TEST_CASE("A11: null, the word null in quotes and the empty text are three things") {
    CHECK(gold_of("~", "string").is_null());
    CHECK(gold_of("null", "string").is_null());
    CHECK(json::write(gold_of("\"null\"", "string")) == "\"null\"");
    CHECK(json::write(gold_of("\"\"", "string")) == "\"\"");
    CHECK(json::write(gold_of("'~'", "string")) == "\"~\"");
}

TEST_CASE("Gold has to be of a kind that its comparator can use") {
    check_all({
        {"12345678", "id", "gold 'x' reads as a number; put it in quotes, as in \"12345678\""},
        {"\"12345678\"", "id", ""},
        {"\"--\"", "id", "holds no letter or digit"},
        {"5", "string", "reads as a number"},
        {"true", "string", "reads as true or false"},
        {"{a: b}", "string", "must be text"},
        {"[a]", "string", "is a list; compare it as list_set, list_ordered or list_records"},
        {"true", "boolean", ""},
        {"no", "boolean", "must be true or false, without quotes"},
        {"\"true\"", "boolean", "must be true or false, without quotes"},
        {"0", "boolean", "must be true or false, without quotes"},
        {"5", "number", ""},
        {"\"5.20\"", "number", ""},
        {"five", "number", "is not a number"},
        {"true", "number", "must be a number"},
        {"2026-11-10", "date", ""},
        {"2026-02-29", "date", "must be an existing day as YYYY-MM-DD"},
        {"2024-02-29", "date", ""},
        {"2026-11", "date", "must be an existing day"},
        {"2026. november 10.", "date", "must be an existing day"},
        {"2026-11", "{compare: date, granularity: month}", ""},
        {"2026-13", "{compare: date, granularity: month}", "must be a month"},
        {"2026", "{compare: date, granularity: year}", "reads as a number; put it in quotes"},
        {"\"2026\"", "{compare: date, granularity: year}", ""},
        {"paid", "{compare: enum, values: [paid, open]}", ""},
        {"Paid", "{compare: enum, values: [paid, open]}", "not among the field's values"},
        {"1", "{compare: enum, values: [\"1\"]}", "put it in quotes"},
        {"null", "{compare: enum, values: [paid]}", ""},
    });
}

TEST_CASE("Amounts know their currency") {
    check_all({
        {"5", "{compare: amount, default_currency: HUF}", ""},
        {"5", "amount", "needs default_currency"},
        {"5", "{compare: amount, currency: ignore}", ""},
        {"5", "{compare: amount, currency: required}", "needs its currency"},
        {"\"5\"", "{compare: amount, currency: required}", "needs its currency"},
        {"5 EUR", "{compare: amount, currency: required}", ""},
        {"{value: 5, currency: EUR}", "{compare: amount, currency: required}", ""},
        {"{value: 5, currency: \"\"}", "{compare: amount, currency: required}",
         "needs its currency"},
        {"{value: 5}", "{compare: amount, currency: ignore}", "exactly value and currency"},
        {"{value: five, currency: EUR}", "{compare: amount, currency: ignore}", "not a number"},
        {"EUR", "{compare: amount, currency: ignore}", "holds no digit"},
        {"true", "{compare: amount, currency: ignore}", "must be an amount"},
        {"5", "{compare: amount, default_currency: Ft}", "three capital letters of ISO 4217"},
    });
}

TEST_CASE("Options are typed, ranged and known to their comparator only") {
    check_all({
        {"5", "{compare: number, abs_tol: -1}", "abs_tol must be at least 0"},
        {"5", "{compare: number, rel_tol: much}",
         "'rel_tol' in item 'a', field 'x' must be a number"},
        {"t", "{compare: anls, tau: 1.5}", "tau must be 0 to 1"},
        {"t", "{compare: string, tau: 0.5}", "unknown key 'tau'"},
        {"t", "{compare: string, weight: 0}", "weight must be more than 0"},
        {"t", "{compare: string, case: no}", "must be one of fold, keep"},
        {"t", "{compare: enum}", "an enum needs values"},
        {"t", "{compare: enum, values: []}", "values must not be empty"},
        {"t", "{compare: enum, values: [t], aliases: [u]}", "aliases must name its readings"},
        {"t", "{compare: enum, values: [t], aliases: {u: v}}", "aliases name 'u'"},
        {"null", "{compare: string, aliases: [u]}", "lists aliases, but its gold is no text"},
        {"t", "{weight: 1}", "missing key 'compare'"},
        {"t", "[string]", "must be a mapping; found a list"},
    });
}

TEST_CASE("A word of an option means one thing") {
    check_all({
        {"a", "{compare: enum, values: [a, b, a]}",
         ":9:48: error: item 'a', field 'x': value 'a' stands twice"},
        {"a", "{compare: enum, values: [a, A]}", "value 'A' stands twice, since it reads like 'a'"},
        {"a", "{compare: enum, case: keep, values: [a, A]}", ""},
        {"a", "{compare: enum, values: [a, b], aliases: {a: [z], b: [Z]}}",
         "'Z' means both 'a' and 'b', since it reads like 'z'"},
        {"a", "{compare: enum, values: [a, b], aliases: {b: a}}", "'a' means both 'a' and 'b'"},
        {"a", "{compare: enum, values: [a, b], aliases: {a: [a, y, Y], b: [z]}}", ""},
        {"true", "{compare: boolean, words: {true: [x], false: [y, X]}}",
         "'X' means both 'true' and 'false', since it reads like 'x'"},
        {"true", "{compare: boolean, words: {true: [van], false: [nincs]}}", ""},
    });
}

TEST_CASE("Options that say nothing are refused") {
    check_all({
        {"5", "{compare: number, unit: \"5\"}", "unit must be a word or sign"},
        {"5", "{compare: number, unit: \"\"}", "unit must be a word or sign"},
        {"5", "{compare: number, unit: \" - 1.0\"}", "unit must be a word or sign"},
        {"5", "{compare: number, unit: m2}", ""},
        {"5", "{compare: number, unit: \"%\"}", ""},
        {"t", "{compare: contains_all, phrases: [\"\"]}",
         ":9:51: error: item 'a', field 'x': phrase '' is empty"},
        {"t", "{compare: contains_all, phrases: [t, \" \"]}", "phrase ' ' is empty"},
        {"t", "{compare: contains_all, phrases: [\" - \"], punct: drop}", "phrase ' - ' is empty"},
        {"t", "{compare: contains_all, phrases: [\"-\"]}", ""},
        {"\"\"", "contains_all", "is empty; write the phrase"},
        {"[\" \"]", "contains_all", "must hold phrases"},
        {"2026-11-10", "{compare: date, lang: []}", "lang must not be empty"},
        {"2026-11-10", "{compare: date, lang: [hu]}", ""},
        {"t", "strng", "unknown comparator 'strng'; did you mean 'string'?"},
        {"t", "{compare: levenshtein}", "it is one of string_exact, string"},
    });
}

TEST_CASE("Options arrive as they are written") {
    const FieldOptions number =
        options_of("5",
                   "{compare: number, abs_tol: 0.10, rel_tol: 1e-3, unit: kg, "
                   "strict_types: true, locale: de}");
    CHECK(number.abs_tol == "0.10");
    CHECK(number.rel_tol == "1e-3");
    CHECK(number.unit == "kg");
    CHECK(number.strict_types);
    CHECK(number.locale == Locale::de);
    const FieldOptions text =
        options_of("Ft", "{compare: string, aliases: [HUF, forint], case: keep}");
    CHECK_FALSE(text.fold_case);
    CHECK(text.aliases.at("Ft") == std::vector<std::string>{"HUF", "forint"});
    const FieldOptions code =
        options_of("a", "{compare: enum, values: [a, b], aliases: {b: [c, d]}}");
    CHECK(code.values == std::vector<std::string>{"a", "b"});
    CHECK(code.aliases.at("b").size() == 2);
    CHECK(options_of("2026-11-10", "{compare: date, order: mdy}").order == SlashOrder::mdy);
    CHECK(options_of("a/1", "{compare: id, keep: /, waive_grounding: true}").keep == "/");
    CHECK(options_of("a7", "{compare: id, waive_grounding: true}").waive_grounding);
    CHECK(options_of("a7", "{compare: id, waive_grounding: a sum of two}").waive_grounding);
    CHECK_FALSE(options_of("a7", "{compare: id, waive_grounding: false}").waive_grounding);
    CHECK_FALSE(options_of("a7", "id").waive_grounding);
    CHECK_THAT(load(one_item("{x: t}", "{x: {compare: id, waive_grounding: summed}}")).errors,
               ContainsSubstring("waive_grounding must be true, false or the reason in words"));
    CHECK(options_of("t", "{compare: anls, tau: 0.80}").tau == "0.80");
}

TEST_CASE("Field paths are names joined by dots, with brackets behind the name of a list") {
    for (const std::string path : {"x..y", ".x", "x.", "[]", "[].x", "x[]y", "x[0]", "x.[]"}) {
        INFO(path);
        CHECK_THAT(load(one_item("{x: t}", "{\"" + path + "\": string}")).errors,
                   ContainsSubstring("must be names joined by dots"));
    }
    CHECK_THAT(load(one_item("{x: t}", "{x: strin}")).errors,
               ContainsSubstring("unknown comparator 'strin'; did you mean 'string'?"));
}

TEST_CASE("Every gold value has a field and every field a gold value") {
    CHECK_THAT(load(one_item("{x: t, y: u}", "{x: string}")).errors,
               ContainsSubstring("suite.yaml:8:21: error: item 'a': gold 'y' has no field"));
    CHECK_THAT(load(one_item("{x: t}", "{x: string, y: string}")).errors,
               ContainsSubstring("field 'y' has no gold value; write y: null"));
    CHECK(load(one_item("{a: {b: t, c: {d: u}}}", "{a.b: string, a.c.d: string}")).errors.empty());
    CHECK_THAT(load(one_item("{a: {b: t, c: u}}", "{a.b: string}")).errors,
               ContainsSubstring("gold 'a.c' has no field"));
    CHECK_THAT(load(one_item("{a: {}}", "{a.b: string}")).errors,
               ContainsSubstring("gold 'a' has no field"));
    CHECK_THAT(load(one_item("{a.b: t}", "{a.b: string}")).errors,
               ContainsSubstring("gold key 'a.b' must not hold a dot"));
    CHECK_THAT(load(one_item("t", "{x: string}")).errors,
               ContainsSubstring("gold must be a mapping"));
    CHECK_THAT(load(one_item("{x: t}", "{}")).errors, ContainsSubstring("at least one field"));
}

TEST_CASE("A judged field needs gold or a rubric, and leaves what can be attained") {
    CHECK_THAT(load(one_item("{x: t}", "{x: string, summary: judge}")).errors,
               ContainsSubstring("field 'summary' needs gold, or a rubric that says what makes"));
    CHECK(load(one_item("{x: t, summary: u}", "{x: string, summary: judge}")).errors.empty());
    CHECK_THAT(load(one_item("{x: t, summary: null}", "{x: string, summary: judge}")).errors,
               ContainsSubstring("field 'summary' needs gold, or a rubric"));
    CHECK_THAT(load(one_item("{x: t}", "{x: string, s: {compare: judge, rubric: ' '}}")).errors,
               ContainsSubstring("rubric must say what makes an answer right"));
    CHECK_THAT(load(one_item("{x: t}", "{x: {compare: string, rubric: r}}")).errors,
               ContainsSubstring("rubric"));
    const auto [suite, errors] =
        load(one_item("{x: t}", "{x: string, summary: {compare: judge, weight: 3, rubric: r}}",
                      "    points: 2\n"));
    INFO(errors);
    REQUIRE(suite);
    // 2 points x 1 of 4 weights
    CHECK(attainable_points(suite->items[0]) == 0.5);
    CHECK(attainable_points(suite->items[0], {"summary"}) == 2);
    CHECK(attainable_points(suite->items[0], {"x"}) == 0.5);
    CHECK(has_judged_fields(*suite));
}

TEST_CASE("Numbers need a locale, from the field, the item or defaults") {
    const std::string head =
        "suite: s\nversion: 1\nitems:\n  - {id: a, prompt: p, gold: {x: 5}, "
        "answer: {type: json, schema: {type: object}}, fields: {x: ";
    CHECK_THAT(load(head + "number}}\n").errors, ContainsSubstring("field 'x' needs a locale"));
    CHECK_THAT(load(head + "{compare: amount, currency: ignore}}}\n").errors,
               ContainsSubstring("field 'x' needs a locale"));
    CHECK(load(head + "{compare: number, locale: en}}}\n").errors.empty());
    CHECK(load(head + "number}, locale: de}\n").errors.empty());
}

TEST_CASE("Gates name fields") {
    CHECK(load(one_item("{x: t}", "{x: string}", "    gate: [x]\n")).errors.empty());
    CHECK_THAT(load(one_item("{x: t}", "{x: string}", "    gate: [x, y]\n")).errors,
               ContainsSubstring("gate names 'y', which is no field of the item"));
}
