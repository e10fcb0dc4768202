// Schemas of suite files: problems stand at their line and column, and gold has to be an answer
// that the schema allows.
#include "tests/unit/suites/temp_folder.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

// Gold and fields of one item under a schema; lines 8, 9 and 10 are schema, gold and fields.
std::string errors_of(const std::string& schema, const std::string& gold,
                      const std::string& fields) {
    return load(
               "suite: s\nversion: 1\nitems:\n"
               "  - id: a\n"
               "    prompt: p\n"
               "    locale: hu\n"
               "    answer: {type: json, schema:\n" +
               schema + "}\n    gold: " + gold + "\n    fields: " + fields + "\n")
        .errors;
}

}  // namespace

TEST_CASE("A schema beyond the subset is an error at its place, all of them at once") {
    CHECK(errors_of("{type: object, if: {}, properties: {x: {type: [text], requred: []}}}",
                    "{x: t}", "{x: string}") ==
          "suite.yaml:8:16: error: item 'a': schema at /if: keyword 'if' is not supported; "
          "docs/json-schema.md lists the keywords that are\n"
          "suite.yaml:8:48: error: item 'a': schema at /properties/x/type/0: must be string, "
          "number, integer, boolean, object, array or \"null\"\n"
          "suite.yaml:8:55: error: item 'a': schema at /properties/x/requred: keyword 'requred' "
          "is not supported; did you mean 'required'?\n");
}

TEST_CASE("A schema in a file of its own is reported there, and once where defaults name it") {
    const TempFolder folder;
    folder.write("s.json", "{\"type\": \"object\",\n \"contains\": true}");
    CHECK(load(folder,
               "suite: s\nversion: 1\n"
               "defaults: {answer: {type: json, schema_file: s.json}, fields: {x: string}}\n"
               "items:\n  - {id: a, prompt: p, gold: {x: t}}\n  - {id: b, prompt: p, gold: {x: u}}"
               "\n")
              .errors ==
          "s.json:2:2: error: defaults: schema at /contains: keyword 'contains' is not supported; "
          "docs/json-schema.md lists the keywords that are\n");
}

TEST_CASE("Gold has to fit the schema") {
    const std::string schema =
        "{type: object, required: [x], additionalProperties: false, "
        "properties: {x: {type: number, maximum: 10}, y: {type: object, "
        "properties: {z: {type: string, pattern: '^A'}}}}}";
    CHECK(errors_of(schema, "{x: 10, y: {z: A1}}", "{x: number, y.z: id}").empty());
    CHECK(errors_of(schema, "{x: 11, y: {z: B1}}", "{x: number, y.z: id}") ==
          "suite.yaml:9:12: error: item 'a': gold at /x does not fit the schema: it must be at "
          "most 10\n"
          "suite.yaml:9:23: error: item 'a': gold at /y/z does not fit the schema: it does not "
          "match the pattern ^A\n");
    CHECK(errors_of(schema, "{y: {z: A1}, w: t}", "{y.z: id, w: string}") ==
          "suite.yaml:9:11: error: item 'a': gold does not fit the schema: it lacks the required "
          "'x'\n"
          "suite.yaml:9:24: error: item 'a': gold at /w does not fit the schema: it is not "
          "allowed by the schema\n");
    // A number in quotes is text, which the schema does not allow.
    CHECK(errors_of(schema, "{x: \"5\"}", "{x: number}") ==
          "suite.yaml:9:12: error: item 'a': gold at /x does not fit the schema: it must be of "
          "type number, but is a string\n");
}

TEST_CASE("Gold that its comparator cannot use is reported once, not by the schema again") {
    const std::string errors =
        errors_of("{properties: {x: {type: string}}}", "{x: 5}", "{x: string}");
    CHECK(std::count(errors.begin(), errors.end(), '\n') == 1);
    CHECK_THAT(errors, Catch::Matchers::ContainsSubstring("reads as a number"));
}

TEST_CASE("Null gold fits where null or a missing key is an answer") {
    const std::string fields = "{x: string, y.z: string}";
    const std::string gold = "{x: null, y: {z: null}}";
    const auto of = [&](const std::string& x, const std::string& more) {
        return errors_of(
            "{properties: {x: " + x + ", y: {properties: {z: " + x + "}}}" + more + "}", gold,
            fields);
    };
    CHECK(of("{type: [string, \"null\"]}", ", required: [x]").empty());
    CHECK(of("{type: string}", "").empty());
    CHECK(of("{type: string}", ", required: [x]") ==
          "suite.yaml:9:12: error: item 'a': gold at /x does not fit the schema: it must be of "
          "type string, but is null\n"
          "suite.yaml:9:25: error: item 'a': gold at /y/z does not fit the schema: it must be of "
          "type string, but is null\n");
}

TEST_CASE("A judged field with a rubric needs no gold, even where the schema requires it") {
    const std::string schema =
        "{required: [x, s], properties: {s: {type: object, required: [summary]}}}";
    const std::string judged = "s.summary: {compare: judge, rubric: names the price}}";
    CHECK(errors_of(schema, "{x: t}", "{x: string, " + judged).empty());
    CHECK(errors_of(schema, "{x: t, s: {other: u}}", "{x: string, s.other: string, " + judged)
              .empty());
    CHECK(errors_of("{required: [x, note]}", "{x: t}", "{x: string, " + judged) ==
          "suite.yaml:9:11: error: item 'a': gold does not fit the schema: it lacks the required "
          "'note'\n");
}
