// Lists, rows, calls and the newer comparators as suite files declare them.
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

Field field_of(const std::string& gold, const std::string& field) {
    const auto [suite, errors] = load(one_item("{x: " + gold + "}", "{x: " + field + "}"));
    INFO(errors);
    REQUIRE(suite);
    return suite->items[0].fields.at(0);
}

// An item that asks for a call, with two tools.
std::string calling(const std::string& gold, const std::string& fields,
                    const std::string& more = "") {
    return "suite: s\nversion: 1\nitems:\n"
           "  - id: a\n"
           "    prompt: p\n"
           "    locale: hu\n"
           "    answer: {type: tool_call}\n"
           "    tools:\n"
           "      - {type: function, function: {name: find, parameters: {type: object}}}\n"
           "      - {type: function, function: {name: send}}\n" +
           more + "    gold: " + gold + "\n    fields: " + fields + "\n";
}

}  // namespace

TEST_CASE("Lists of one kind: text unless item says otherwise") {
    check_all({
        {"[a, b]", "list_set", ""},
        {"[]", "list_set", ""},
        {"null", "list_set", ""},
        {"a", "list_set", "gold 'x' must be a list"},
        {"[5]", "list_set", "gold 'x[]' reads as a number"},
        {"[5]", "{compare: list_set, item: number}", ""},
        {"[5, five]", "{compare: list_set, item: {compare: number}}", "is not a number"},
        {"[a, null]", "list_set", "holds null, which is no value; leave it out"},
        {"[a, null]", "list_ordered", ""},
        {"[a]", "{compare: list_ordered, mode: lcs}", ""},
        {"[a]", "{compare: list_ordered, mode: any}", "must be one of position, lcs"},
        {"[a]", "{compare: list_set, mode: lcs}", "unknown key 'mode'"},
        {"[a]", "{compare: list_set, item: {compare: string, weight: 2}}", "unknown key 'weight'"},
        {"[a]", "{compare: list_set, item: judge}", "compares a whole field, not a part of one"},
        {"[5]", "{compare: list_set, item: amount}", "needs default_currency"},
        {"[[a]]", "{compare: list_set, item: list_set}", ""},
        {"[[[[a]]]]",
         "{compare: list_set, item: {compare: list_set, item: {compare: list_set, item: "
         "list_set}}}",
         "lists stand at most 3 deep"},
    });
    const Field field = field_of("[5]", "{compare: list_set, item: {compare: number, unit: kg}}");
    REQUIRE(field.item.size() == 1);
    CHECK(field.item[0].path.empty());
    CHECK(field.item[0].options.unit == "kg");
    CHECK(field.item[0].options.locale == Locale::hu);
    CHECK(field_of("[a]", "list_set").item.at(0).compare == Comparator::string);
}

TEST_CASE("Rows have columns, each with its comparator, and perhaps a key") {
    const std::string columns = "item: {name: string, price.net: {compare: number, weight: 2}}";
    check_all({
        {"[{name: a, price: {net: 5}}]", "{compare: list_records, " + columns + "}", ""},
        {"[{name: a}]", "{compare: list_records, " + columns + "}", ""},
        {"[{name: a, price: {net: 5}}]", "{compare: list_records, key: name, " + columns + "}", ""},
        {"[{price: {net: 5}}]", "{compare: list_records, key: name, " + columns + "}",
         "has a row without its key 'name'"},
        {"[{name: a}]", "{compare: list_records, key: [name, price.net], " + columns + "}",
         "has a row without its key 'price.net'"},
        {"[{name: a}]", "{compare: list_records, key: nam, " + columns + "}",
         "key names 'nam', which is not in item"},
        {"[{nam: a}]", "{compare: list_records, " + columns + "}",
         "gold 'x[].nam' has no field; add it under fields"},
        {"[{name: 5}]", "{compare: list_records, " + columns + "}",
         "gold 'x[].name' reads as a number"},
        {"[{name: null}]", "{compare: list_records, " + columns + "}",
         "has a row without any value"},
        {"[a]", "{compare: list_records, " + columns + "}", "must be a row"},
        {"[{name: a}]", "list_records", "list_records needs item"},
        {"[{name: a}]", "{compare: list_records, item: string}", "item must be a mapping"},
        {"[{name: a}]", "{compare: list_records, item: {name: strin}}",
         "field 'x', item 'name': unknown comparator 'strin'"},
        {"[{name: a}]", "{compare: list_records, item: {\"name[]\": string}}",
         "must be names joined by dots"},
        {"[{name: [a]}]", "{compare: list_records, item: {name: list_set}}", ""},
    });
    const std::string errors =
        load(one_item("{x: [{a: t}]}",
                      "{x: {compare: list_records, item: {a: {compare: string, "
                      "tau: 1}}}}"))
            .errors;
    CHECK(errors == "suite.yaml:9:69: error: unknown key 'tau' in item 'a', field 'x', item 'a'\n");
}

TEST_CASE("A long list of rows needs a key, because aligning it takes the cube of its rows") {
    std::string rows;
    for (int i = 0; i < 1001; ++i) rows += "{k: a" + std::to_string(i) + "},";
    const std::string gold = "{x: [" + rows + "]}";
    CHECK_THAT(load(one_item(gold, "{x: {compare: list_records, item: {k: id}}}")).errors,
               ContainsSubstring("more than 1000 rows"));
    CHECK(
        load(one_item(gold, "{x: {compare: list_records, key: k, item: {k: id}}}")).errors.empty());
}

TEST_CASE("Paths through lists gather one value an element") {
    const auto errors_of = [](const std::string& gold, const std::string& fields) {
        return load(one_item(gold, fields)).errors;
    };
    CHECK(errors_of("{l: [{g: 1}, {g: null}, {}]}", "{\"l[].g\": number}").empty());
    CHECK(errors_of("{l: []}", "{\"l[].g\": number}").empty());
    CHECK(errors_of("{l: null}", "{\"l[].g\": number}").empty());
    CHECK(errors_of("{a: {l: [x, y]}}", "{\"a.l[]\": id}").empty());
    CHECK(errors_of("{l: [{g: 1, n: t}]}", "{\"l[].g\": number, \"l[].n\": string}").empty());
    CHECK(errors_of("{a: [{b: [{c: 1}]}]}", "{\"a[].b[].c\": number}").empty());
    CHECK(errors_of("{l: [{g: 1}]}", "{\"l[].g\": {compare: list_set, item: number}}").empty());
    CHECK(errors_of("{a: [{l: [{n: t}]}]}",
                    "{\"a[].l[]\": {compare: list_records, item: {n: string}}}")
              .empty());
    CHECK_THAT(errors_of("{l: [{g: t}]}", "{\"l[].g\": number}"),
               ContainsSubstring("gold 'l[].g' is not a number"));
    CHECK_THAT(errors_of("{l: [{g: 1, h: 2}]}", "{\"l[].g\": number}"),
               ContainsSubstring("gold 'l[].h' has no field"));
    CHECK_THAT(errors_of("{l: [{h: 2}]}", "{\"l[].g\": number, \"l[].h\": number}"),
               ContainsSubstring("field 'l[].g' has no gold value"));
    CHECK_THAT(errors_of("{l: [{g: t}]}", "{\"l[].g\": {compare: string, aliases: [u]}}"),
               ContainsSubstring("aliases must name their readings"));
    CHECK_THAT(errors_of("{l: [{g: t}]}", "{\"l[].g\": judge}"),
               ContainsSubstring("cannot compare the values of a list"));
    CHECK_THAT(errors_of("{l: [{g: t}]}", "{\"l[].g\": contains_all}"),
               ContainsSubstring("needs phrases"));
}

TEST_CASE("Options of the newer comparators") {
    check_all({
        {"27", "percent", ""},
        {"27%", "percent", ""},
        {"much", "percent", "holds no digit"},
        {"0.5", "{compare: percent, fraction_ok: true}", "would be read as a fraction"},
        {"0.5%", "{compare: percent, fraction_ok: true}", ""},
        {"27", "{compare: number, fraction_ok: true}", "unknown key 'fraction_ok'"},
        {"3 év", "{compare: duration, unify: true}", ""},
        {"three", "duration", "holds no digit"},
        {"2026-11-10", "{compare: date, lang: [hu, en]}", ""},
        {"2026-11-10", "{compare: date, lang: fr}", "lang must hold hu, en or de; found 'fr'"},
        {"\"12. § (3)\"", "{compare: citation, level: section}", ""},
        {"\"12. §\"", "{compare: citation, level: act, act: ignore}", "compares nothing"},
        {"\"12. §\"", "{compare: citation, aliases: [Ptk.]}", "aliases must name its readings"},
        {"[a, b]", "contains_all", ""},
        {"a", "contains_all", ""},
        {"[a, 5]", "contains_all", "must hold phrases"},
        {"[a]", "{compare: contains_all, phrases: [a]}", "must be a text where the field lists"},
        {"a b", "{compare: contains_all, phrases: [a]}", ""},
        {"a", "{compare: contains_all, phrases: []}", "phrases must not be empty"},
        {"null", "contains_all", "has neither phrases nor gold that lists them"},
        {"[a]", "{compare: list_set, item: contains_all}", "contains_all needs phrases"},
        {"a", "regex", "missing key 'pattern'"},
        {"a", "{compare: regex, pattern: a+}", ""},
        {"a", "{compare: regex, pattern: \"(a\"}", "the pattern cannot be used: missing ): (a"},
        {"a", "{compare: regex, pattern: \"a(?=b)\"}", "invalid perl operator"},
        {"a", "{compare: regex, pattern: \"(\\\\w)\\\\1\"}", "invalid escape sequence"},
        {"true", "{compare: boolean, words: {true: [van], false: [nincs]}}", ""},
        {"true", "{compare: boolean, words: {maybe: [x]}}", "unknown key 'maybe'"},
        {"a", "{compare: string, punct: drop, nfkc: true}", ""},
        {"a", "{compare: string, punct: strip}", "must be one of keep, drop"},
        {"a", "{compare: string_exact, punct: drop}", "unknown key 'punct'"},
        {"a/1", "{compare: id, nfkc: true}", "unknown key 'nfkc'"},
    });
    CHECK(field_of("[a, b]", "contains_all").options.phrases == std::vector<std::string>{"a", "b"});
    CHECK(field_of("true", "{compare: boolean, words: {true: van}}").options.aliases.at("true") ==
          std::vector<std::string>{"van"});
    CHECK_FALSE(field_of("a", "{compare: regex, pattern: a}").options.fold_case);
}

TEST_CASE("An error in a pattern has its place") {
    CHECK(
        load(one_item("{x: a}", "{x: {compare: regex, pattern: \"[\"}}")).errors ==
        "suite.yaml:9:43: error: item 'a', field 'x': the pattern cannot be used: missing ]: [\n");
}

TEST_CASE("Items that ask for a call") {
    const auto [suite, errors] =
        load(calling("{c: {name: find, arguments: {id: \"12\"}}}",
                     "{c: {compare: tool_call, arguments: {id: id, n: number}}}"));
    INFO(errors);
    REQUIRE(suite);
    const Item& item = suite->items[0];
    REQUIRE(item.tools.size() == 2);
    CHECK(tool_name(item.tools[1]) == "send");
    CHECK(json::write(item.tools[0]) ==
          R"({"type":"function","function":{"name":"find","parameters":{"type":"object"}}})");
    CHECK(item.schema.is_null());
    REQUIRE(call_field(item) != nullptr);
    CHECK(call_field(item)->item.at(1).options.locale == Locale::hu);
    CHECK(load(calling("{c: null}", "{c: tool_call}")).errors.empty());
    CHECK(load(calling("{c: [{name: find}, {name: send}]}", "{c: tool_call}")).errors.empty());
}

TEST_CASE("What is wrong with an item that asks for a call is said") {
    struct Wrong {
        std::string gold, fields, error;
    };
    for (const auto& [gold, fields, error] : std::vector<Wrong>{
             {"{c: {name: fetch}}", "{c: tool_call}", "gold calls 'fetch', which is not among"},
             {"{c: find}", "{c: tool_call}", "must be a call, as in"},
             {"{c: {name: find, args: {}}}", "{c: tool_call}", "must be a call, as in"},
             {"{c: {name: find, arguments: {x: t}}}", "{c: tool_call}",
              "gold 'c.arguments.x' has no field"},
             {"{c: {name: find, arguments: t}}", "{c: tool_call}", "must be a mapping"},
             {"{c: {name: find}, d: t}", "{c: tool_call, d: string}", "is scored by one field"},
             {"{d: t}", "{d: string}", "is scored by one field"}}) {
        INFO(gold << " " << fields);
        CHECK_THAT(load(calling(gold, fields)).errors, ContainsSubstring(error));
    }
    CHECK_THAT(load(one_item("{c: {name: find}}", "{c: tool_call}")).errors,
               ContainsSubstring("needs answer: {type: tool_call}"));
    std::string without = calling("{c: null}", "{c: tool_call}");
    const auto from = without.find("    tools:");
    without.erase(from, without.find("    gold:") - from);
    CHECK_THAT(load(without).errors, ContainsSubstring("needs tools"));
}

TEST_CASE("Tools are functions with names of their own") {
    const auto errors_of = [](const std::string& tools) {
        return load(
                   "suite: s\nversion: 1\nitems:\n  - id: a\n    prompt: p\n"
                   "    answer: {type: tool_call}\n    tools: " +
                   tools + "\n    gold: {c: null}\n    fields: {c: tool_call}\n")
            .errors;
    };
    CHECK(errors_of("[{type: function, function: {name: f}}]").empty());
    CHECK_THAT(errors_of("[{name: f}]"),
               ContainsSubstring("7:13: error: item 'a': a tool must be"));
    CHECK_THAT(errors_of("[{type: function, function: {name: \"a b\"}}]"),
               ContainsSubstring("a tool needs a name"));
    CHECK_THAT(errors_of("[{type: function, function: {name: f}}, {type: function, function: "
                         "{name: f}}]"),
               ContainsSubstring("two tools of the name 'f'"));
    CHECK_THAT(errors_of("[]"), ContainsSubstring("tools must be a list"));
    CHECK_THAT(errors_of("[{type: function, function: {name: f, parameters: {type: [string, "
                         "null]}}}]"),
               ContainsSubstring("the type null needs quotes"));
}

TEST_CASE("Extra keys cost nothing, or points, as the item or defaults say") {
    const auto [suite, errors] =
        load(one_item("{x: t}", "{x: string}", "    extra_keys: penalise\n"));
    REQUIRE(suite);
    CHECK(suite->items[0].extra_keys == ExtraKeys::penalise);
    CHECK(load(one_item("{x: t}", "{x: string}")).suite->items[0].extra_keys == ExtraKeys::report);
    CHECK_THAT(load(one_item("{x: t}", "{x: string}", "    extra_keys: no\n")).errors,
               ContainsSubstring("must be one of report, penalise"));
}

TEST_CASE("Gold that lists phrases need not fit the schema, which says what the answer is") {
    const std::string head =
        "suite: s\nversion: 1\nitems:\n  - id: a\n    prompt: p\n    answer: {type: json, schema: "
        "{type: object, required: [x], properties: {x: {type: string}}}}\n";
    CHECK(load(head + "    gold: {x: [a, b]}\n    fields: {x: contains_all}\n").errors.empty());
    CHECK_THAT(load(head + "    gold: {x: [a, b]}\n    fields: {x: list_set}\n").errors,
               ContainsSubstring("does not fit the schema"));
}
