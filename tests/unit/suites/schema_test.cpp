// The subset of JSON Schema: what compiles, what is refused and where, what fits. Verdicts worked
// out by hand from the draft.
#include "suites/schema.hpp"

#include <catch2/catch_all.hpp>

#include "base/json/read.hpp"

using namespace kilter;
using Catch::Matchers::ContainsSubstring;

namespace {

json::Value parsed(std::string_view text) {
    const auto outcome = json::read(text);
    INFO(text);
    REQUIRE(outcome.ok);
    return outcome.value;
}

// "pointer: message", one a line.
std::string listed(const std::vector<SchemaProblem>& problems) {
    std::string out;
    for (const SchemaProblem& one : problems) out += one.pointer + ": " + one.message + "\n";
    return out;
}

SchemaCheck compiled(std::string_view schema) {
    std::vector<SchemaProblem> problems;
    auto check = SchemaCheck::compile(parsed(schema), problems);
    INFO(schema << '\n' << listed(problems));
    REQUIRE(check);
    REQUIRE(problems.empty());
    return *check;
}

std::string refusal(std::string_view schema) {
    std::vector<SchemaProblem> problems;
    CHECK_FALSE(SchemaCheck::compile(parsed(schema), problems));
    return listed(problems);
}

std::string found(std::string_view schema, std::string_view value) {
    return listed(compiled(schema).validate(parsed(value)));
}

}  // namespace

TEST_CASE("A keyword outside the subset is refused with its place, never ignored") {
    struct Case {
        const char *schema, *refused;
    };
    for (const Case& one : std::vector<Case>{
             {R"({"if": true})", "/if: keyword 'if' is not supported; docs/json-schema.md"},
             {R"({"properties": {"a/b": {"requred": []}}})",
              "/properties/a~1b/requred: keyword 'requred' is not supported; did you mean "
              "'required'?"},
             {R"({"$defs": {"unused": {"contains": true}}})", "/$defs/unused/contains: keyword"},
             {R"({"definitions": {}})", "this draft writes $defs"},
             {R"({"nullable": true})", R"(write type: [string, "null"])"},
             {R"({"patternProperties": {}})", "/patternProperties: keyword"},
             {R"({"x-compare": "date"})", "/x-compare: keyword"},
             {R"({"anyOf": [true, {"then": {}}]})", "/anyOf/1/then: keyword"},
             {R"({"type": "string", "type": "null"})", "/type: keyword 'type' stands twice"}}) {
        INFO(one.schema);
        CHECK_THAT(refusal(one.schema), ContainsSubstring(one.refused));
    }
}

TEST_CASE("Keywords with a value that they cannot have") {
    struct Case {
        const char *schema, *refused;
    };
    for (const Case& one : std::vector<Case>{
             {"5", ": a schema must be an object, true or false"},
             {R"({"type": "text"})", "/type: must be string, number"},
             {R"({"type": []})", "/type: must name a type"},
             {R"({"type": ["string", null]})", "/type/1: the type null needs quotes"},
             {R"({"type": null})", "/type: the type null needs quotes"},
             {R"({"type": ["string", "string"]})", "twice"},
             {R"({"enum": []})", "/enum: must be an array of at least one value"},
             {R"({"minLength": -1})", "/minLength: must be a whole number, 0 or more"},
             {R"({"minItems": 1.5})", "/minItems: must be a whole number"},
             {R"({"maximum": "5"})", "/maximum: must be a number"},
             {R"({"multipleOf": 0})", "/multipleOf: must be more than 0"},
             {R"({"multipleOf": -0.1})", "/multipleOf: must be more than 0"},
             {R"({"uniqueItems": 1})", "/uniqueItems: must be true or false"},
             {R"({"items": [true]})", "as prefixItems"},
             {R"({"allOf": []})", "/allOf: must be an array of at least one schema"},
             {R"({"properties": []})", "/properties: must be an object of schemas"},
             {R"({"properties": {"x": 1}})", "/properties/x: a schema must be an object"},
             {R"({"required": "x"})", "/required: must be an array of names"},
             {R"({"required": ["x", "x"]})", "/required/1: names 'x' twice"},
             {R"({"required": [5]})", "/required/0: must be a name"},
             {R"({"dependentRequired": {"a": [5]}})", "/dependentRequired/a/0: must be a name"},
             {R"x({"pattern": "(a"})x", "/pattern: is no pattern in the syntax of RE2"},
             {R"x({"pattern": "(?=a)"})x", "/pattern: is no pattern"},
             {R"({"title": 5})", "/title: must be a string"},
             {R"({"$schema": "http://json-schema.org/draft-07/schema#"})", "/$schema: must be"},
             {R"({"properties": {"x": {"$id": "y"}}})",
              "/properties/x/$id: is supported at the"}}) {
        INFO(one.schema);
        CHECK_THAT(refusal(one.schema), ContainsSubstring(one.refused));
    }
}

TEST_CASE("All problems of a schema are reported at once") {
    CHECK(refusal(R"({"if": true, "type": "text", "items": {"minimum": "1"}})") ==
          "/if: keyword 'if' is not supported; docs/json-schema.md lists the keywords that are\n"
          "/type: must be string, number, integer, boolean, object, array or \"null\"\n"
          "/items/minimum: must be a number of at most 1000 digits\n");
}

TEST_CASE("References: local, found, and never in a circle on one value") {
    CHECK_THAT(refusal(R"({"$ref": "other.json"})"), ContainsSubstring("leads out of the schema"));
    CHECK_THAT(refusal(R"({"$ref": "#/$defs/a"})"), ContainsSubstring("leads to no schema"));
    CHECK_THAT(refusal(R"({"$ref": "#/enum/0", "enum": [{}]})"),
               ContainsSubstring("leads to no schema"));
    CHECK_THAT(refusal(R"({"$ref": "#%2"})"), ContainsSubstring("leads to no schema"));
    CHECK_THAT(refusal(R"({"$ref": "#"})"), ContainsSubstring("refers to itself"));
    CHECK_THAT(refusal(R"({"$defs": {"a": {"not": {"$ref": "#/$defs/b"}},
                                     "b": {"anyOf": [{"$ref": "#/$defs/a"}]}}})"),
               ContainsSubstring("refers to itself"));
    // A circle through a deeper value comes to an end with the value.
    const char* tree = R"({"type": "object", "required": ["n"],
                           "properties": {"n": {"type": "number"}, "next": {"$ref": "#"}}})";
    CHECK(found(tree, R"({"n": 1, "next": {"n": 2}})").empty());
    CHECK(found(tree, R"({"n": 1, "next": {"n": 2, "next": {}}})") ==
          "/next/next: lacks the required 'n'\n");
    // Keywords beside $ref count.
    CHECK(found(R"({"$ref": "#/$defs/a~1b%25", "maximum": 5, "$defs": {"a/b%": {"minimum": 3}}})",
                "6") == ": must be at most 5\n");
}

TEST_CASE("Long chains and exploding schemas are bounded") {
    std::string chain = R"({"$ref": "#/$defs/d0", "$defs": {)";
    for (int i = 0; i < 300; ++i) {
        chain += "\"d" + std::to_string(i) + "\": {\"$ref\": \"#/$defs/d" + std::to_string(i + 1) +
                 "\"},";
    }
    CHECK_THAT(refusal(chain + "\"d300\": {}}}"), ContainsSubstring("more than 128 schemas"));

    // Each level asks the next one twice: 2^60 visits without a bound.
    std::string bomb = R"({"$ref": "#/$defs/d0", "$defs": {)";
    for (int i = 0; i < 60; ++i) {
        const std::string next = "{\"$ref\": \"#/$defs/d" + std::to_string(i + 1) + "\"}";
        bomb += "\"d" + std::to_string(i) + "\": {\"allOf\": [" + next + "," + next + "]},";
    }
    CHECK(found(bomb + "\"d60\": {}}}", "1") ==
          ": takes too much work to check against the schema\n");
}

TEST_CASE("Numbers are exact decimals") {
    struct Case {
        const char *schema, *value, *problem;
    };
    for (const Case& one : std::vector<Case>{
             {R"({"type": "integer"})", "1.0", ""},
             {R"({"type": "integer"})", "1e2", ""},
             {R"({"type": "integer"})", "1.5", "must be of type integer, but is a number"},
             {R"({"type": "integer"})", "12345678901234567890123", ""},
             {R"({"type": "integer"})", "9007199254740993.5", "must be of type integer"},
             {R"({"maximum": 9007199254740992})", "9007199254740993", "at most 9007199254740992"},
             {R"({"minimum": 0.1})", "0.1", ""},
             {R"({"minimum": 0.1})", "0.09999999999999999999999", "must be at least 0.1"},
             {R"({"exclusiveMinimum": 0})", "0.0", "must be more than 0"},
             {R"({"exclusiveMaximum": 1})", "1", "must be less than 1"},
             {R"({"exclusiveMaximum": 1})", "0.9999999999999999999999", ""},
             {R"({"multipleOf": 0.01})", "1086.60", ""},
             {R"({"multipleOf": 0.01})", "4.35", ""},  // 434.99999999999994 in doubles
             {R"({"multipleOf": 0.01})", "4.355", "must be a multiple of 0.01"},
             {R"({"multipleOf": 3})", "-9", ""},
             {R"({"multipleOf": 1e-8})", "12391239123", ""},
             {R"({"multipleOf": 7})", "0", ""},
             {R"({"minimum": 0})", "1e999", "has more digits or a larger exponent"},
             {R"({"type": "number"})", "1e999", ""},
             {R"({"const": 1})", "1.00", ""},
             {R"({"enum": [100]})", "1e2", ""},
             {R"({"enum": [1]})", "true", "is none of the values"},
             {R"({"const": 1})", "\"1\"", "must be 1"}}) {
        INFO(one.schema << ' ' << one.value);
        const std::string problems = found(one.schema, one.value);
        if (*one.problem == '\0')
            CHECK(problems == "");
        else
            CHECK_THAT(problems, ContainsSubstring(one.problem));
    }
}

TEST_CASE("Strings count code points, patterns search anywhere") {
    CHECK(found(R"({"maxLength": 2})", R"("őű")").empty());
    CHECK(found(R"({"maxLength": 2})", R"("\ud83d\ude00x")").empty());
    CHECK(found(R"({"minLength": 3})", R"("őű")") ==
          ": must have at least 3 characters, but has 2\n");
    CHECK(found(R"({"pattern": "\\d{3}"})", R"("KT-2026")").empty());
    CHECK(found(R"({"pattern": "^\\d{3}$"})", R"("2026")") ==
          ": does not match the pattern ^\\d{3}$\n");
    CHECK(found(R"({"pattern": "^\\p{L}+$"})", R"("Kékfa")").empty());
    CHECK(found(R"({"pattern": "^x"})", "5").empty());
    CHECK(found(R"({"format": "date"})", R"("soon")").empty());
}

TEST_CASE("Arrays") {
    CHECK(found(R"({"items": {"type": "number"}})", R"([1, "2", 3, null])") ==
          "/1: must be of type number, but is a string\n"
          "/3: must be of type number, but is null\n");
    CHECK(found(R"({"prefixItems": [{"type": "string"}], "items": false})", R"(["a", 1])") ==
          "/1: is not allowed by the schema\n");
    CHECK(found(R"({"prefixItems": [true, {"type": "string"}]})", "[1]").empty());
    CHECK(found(R"({"minItems": 1})", "[]") == ": must have at least 1 item, but has 0\n");
    CHECK(found(R"({"maxItems": 1.0})", "[1, 2]") == ": must have at most 1 item, but has 2\n");
    CHECK(found(R"({"uniqueItems": true})", R"([{"a": 1, "b": 2}, {"b": 2.0, "a": 1}])") ==
          ": must have no two equal items, but 0 and 1 are equal\n");
    CHECK(found(R"({"uniqueItems": true})", R"([1, true, "1", [1], null, 0, false])").empty());
}

TEST_CASE("Objects") {
    const char* closed = R"({"type": "object", "required": ["a", "b"],
        "properties": {"a": {"type": ["number", "null"]}}, "additionalProperties": false})";
    CHECK(found(closed, R"({"a": "x", "c~/": 1})") ==
          ": lacks the required 'b'\n"
          "/a: must be of type number or null, but is a string\n"
          "/c~0~1: is not allowed by the schema\n");
    CHECK(found(R"({"additionalProperties": {"type": "string"}})", R"({"x": 1})") ==
          "/x: must be of type string, but is a number\n");
    CHECK(found(R"({"propertyNames": {"maxLength": 2}})", R"({"abc": 1})") ==
          "/abc: must have at most 2 characters, but has 3\n");
    CHECK(found(R"({"dependentRequired": {"total": ["currency"]}})", R"({"total": 1})") ==
          ": lacks 'currency', which 'total' requires\n");
    CHECK(found(R"({"minProperties": 1, "maxProperties": 1})", R"({"a": 1})").empty());
    CHECK(found(R"({"maxProperties": 1})", R"({"a": 1, "b": 1})") ==
          ": must have at most 1 member, but has 2\n");
    CHECK(found(R"({"required": ["a"]})", "[]").empty());
}

TEST_CASE("Every one of duplicate keys is checked") {
    CHECK(found(R"({"properties": {"a": {"type": "number"}}})", R"({"a": 1, "a": "x"})") ==
          "/a: must be of type number, but is a string\n");
}

TEST_CASE("Combinations") {
    const char* either = R"({"anyOf": [{"type": "null"}, {"minimum": 5, "type": "number"}]})";
    CHECK(found(either, "null").empty());
    CHECK(found(either, "5").empty());
    CHECK(found(either, "4") == ": fits none of the schemas of anyOf\n");
    const char* one = R"({"oneOf": [{"multipleOf": 2}, {"multipleOf": 3}]})";
    CHECK(found(one, "4").empty());
    CHECK(found(one, "6") == ": must fit exactly one schema of oneOf, but fits 2\n");
    CHECK(found(one, "5") == ": must fit exactly one schema of oneOf, but fits 0\n");
    CHECK(found(R"({"not": {"type": "null"}})", "null") == ": fits the schema of not\n");
    CHECK(found(R"({"allOf": [{"minimum": 2}, {"maximum": 1}]})", "0") == ": must be at least 2\n");
    CHECK(found("false", "0") == ": is not allowed by the schema\n");
    CHECK(found("true", "0").empty());
    CHECK(found("{}", "0").empty());
}

TEST_CASE("Members that may be missing are not required, and are checked where they are there") {
    const SchemaCheck schema = compiled(R"({"required": ["a", "b"], "properties":
        {"a": {"required": ["c/d"]}, "b": {"type": "string"}}})");
    CHECK(listed(schema.validate(parsed(R"({"a": {}})"), {"/b", "/a/c~1d"})) == "");
    CHECK(listed(schema.validate(parsed(R"({"a": {}})"), {"/b"})) ==
          "/a: lacks the required 'c/d'\n");
    CHECK(listed(schema.validate(parsed(R"({"a": {"c/d": 1}, "b": 2})"), {"/b"})) ==
          "/b: must be of type string, but is a number\n");
}

TEST_CASE("At most twenty problems; a value as deep as the reader allows is no trouble") {
    std::string many = "[";
    for (int i = 0; i < 100; ++i) many += "0,";
    CHECK(compiled(R"({"items": false})").validate(parsed(many + "0]")).size() == 20);
    const std::string deep = std::string(250, '[') + '5' + std::string(250, ']');
    CHECK(found(R"({"items": {"$ref": "#"}, "type": ["array", "string"]})", deep).size() > 250);
}
