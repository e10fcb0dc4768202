#include "suites/load.hpp"

#include "tests/unit/suites/temp_folder.hpp"

using namespace kilter;
using namespace kilter::test;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string k_small = R"(suite: invoices
version: 1
language: hu
defaults:
  locale: hu
  points: 2
  system: Be exact.
  answer: {type: json, schema: {type: object}}
items:
  - id: T1
    documents: [{name: a.txt, text: "Total: 5"}]
    question: What is the total?
    gold: {total: 5}
    fields: {total: number}
  - id: T2
    kind: lookup
    points: 0.5
    locale: en
    prompt: Say 1.500.
    gold: {n: 1.50, seller: {tax_id: "0034"}}
    fields:
      n: {compare: number, weight: 2, abs_tol: 0.01}
      seller.tax_id: id
)";

std::string with_items(const std::string& items) {
    return "suite: s\nversion: 1\ndefaults:\n  answer: {type: json, schema: {type: object}}\n"
           "items:\n" +
           items;
}

}  // namespace

TEST_CASE("A small suite loads with defaults taken over key by key") {
    const auto [suite, errors] = load(k_small);
    INFO(errors);
    REQUIRE(suite);
    CHECK(suite->name == "invoices");
    CHECK(suite->version == "1");
    REQUIRE(suite->items.size() == 2);
    const Item& first = suite->items[0];
    CHECK(first.kind == "kie");
    CHECK(first.lang == "hu");
    CHECK(first.points == 2.0);
    CHECK(first.locale == Locale::hu);
    CHECK(first.fields.at(0).options.locale == Locale::hu);
    REQUIRE(first.messages.size() == 2);
    CHECK(first.messages[0].role == "system");
    CHECK(first.messages[1].content ==
          "# a.txt\n\nTotal: 5\n\nWhat is the total?\n\nJSON Schema:\n{\"type\":\"object\"}");
    const Item& second = suite->items[1];
    CHECK(second.kind == "lookup");
    CHECK(second.points == 0.5);
    CHECK(second.fields.at(0).options.locale == Locale::en);
    CHECK(second.fields.at(0).weight == 2.0);
    CHECK(second.fields.at(1).path == "seller.tax_id");
    CHECK(second.messages.back().content == "Say 1.500.");
    CHECK(second.gold.find("n")->text == "1.50");
    CHECK(suite->max_points() == 2.5);
    CHECK(suite->find("T2") == &suite->items[1]);
    CHECK(suite->find("T3") == nullptr);
    CHECK(suite->prompts_digest.size() == 64);
}

TEST_CASE("B11: two items of one id are an error that names the id and both lines") {
    const auto [suite, errors] =
        load(with_items("  - {id: a, prompt: p, gold: {x: t}, fields: {x: string}}\n"
                        "  - {id: b, prompt: p, gold: {x: t}, fields: {x: string}}\n"
                        "  - {id: a, prompt: p, gold: {x: u}, fields: {x: string}}\n"));
    CHECK_FALSE(suite);
    CHECK(errors ==
          "suite.yaml:8:10: error: item id 'a' on line 8 is already used at suite.yaml:6; ids must "
          "be unique\n");
}

TEST_CASE("Every mistake of a suite is listed at once, each with its place") {
    const auto [suite, errors] = load(R"(suite: bad name
version: 1
langauge: hu
defaults:
  id: x
  structured: maybe
items:
  - id: a
    points: 0
    answer: {type: text, schema: {type: object}}
    gold: {x: t}
    fields: {x: strin}
  - id: "b c"
    question: q
    prompt: p
    answer: {type: json}
  - lone
)");
    CHECK_FALSE(suite);
    const std::string_view expected[] = {
        "suite.yaml:1:8: error: the suite's name must be 1 to 64",
        "suite.yaml:3:1: error: unknown key 'langauge' in suite file; did you mean 'language'?",
        "suite.yaml:5:3: error: unknown key 'id' in defaults",
        "suite.yaml:6:15: error: 'structured' in defaults must be true or false",
        "suite.yaml:9:13: error: item 'a': points must be more than 0",
        "suite.yaml:10:20: error: item 'a': answer type 'text' is not supported",
        "suite.yaml:12:17: error: item 'a', field 'x': unknown comparator 'strin'",
        "suite.yaml:8:5: error: item 'a': nothing is asked",
        "suite.yaml:13:9: error: item 2: the id must be",
        "suite.yaml:13:5: error: item 2: takes one of question, prompt and messages",
        "suite.yaml:16:13: error: item 2: answer needs schema or schema_file",
        "suite.yaml:13:5: error: item 2: fields are missing",
        "suite.yaml:13:5: error: item 2: gold is missing",
        "suite.yaml:17:5: error: item 3 must be a mapping; found 'lone'",
    };
    for (const std::string_view line : expected)
        CHECK_THAT(errors, ContainsSubstring(std::string{line}));
}

TEST_CASE("What makes no suite at all is one clear line") {
    struct Case {
        std::string_view name, text, error;
    };
    const Case cases[] = {
        {"empty", "", "suite.yaml:1:1: error: suite file must be a mapping; found nothing\n"},
        {"a word", "hello\n",
         "suite.yaml:1:1: error: suite file must be a mapping; found 'hello'\n"},
        {"no items", "suite: s\nversion: 1\n",
         "suite.yaml:1:1: error: items is missing: the list of items, or items_file\n"},
        {"empty items", "suite: s\nversion: 1\nitems: []\n",
         "suite.yaml:3:8: error: the suite has no items\n"},
        {"items is a word", "suite: s\nversion: 1\nitems: x\n",
         "suite.yaml:3:8: error: items must be a list, as in `- id: first`\n"},
        {"both", "suite: s\nversion: 1\nitems: []\nitems_file: a.jsonl\n",
         "suite.yaml:4:13: error: a suite takes items or items_file, not both\n"},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        CHECK(load(one.text).errors == one.error);
    }
}

TEST_CASE("Errors of other files hide none of a suite's own") {
    const TempFolder folder;
    Diagnostics diagnostics;
    diagnostics.error("config.yaml", {}, "something else");
    CHECK_FALSE(
        load_suite(folder.write("a.yaml", "suite: s\nversion: 1\nitems: []\n"), diagnostics));
    CHECK(diagnostics.all().size() == 2);
    CHECK(load_suite(folder.write("b.yaml", k_small), diagnostics));
}

TEST_CASE("A mistake in defaults is told once, not for every item") {
    const auto [suite, errors] = load(
        "suite: s\nversion: 1\ndefaults:\n  locale: xx\n  fields: {x: {compare: string, cas: "
        "keep}}\n"
        "  answer: {type: json, schema: {type: object}}\nitems:\n"
        "  - {id: a, prompt: p, gold: {x: t}}\n  - {id: b, prompt: p, gold: {x: t}}\n");
    CHECK_FALSE(suite);
    CHECK(
        errors ==
        "suite.yaml:4:11: error: 'locale' in defaults must be one of hu, en, de; found 'xx'\n"
        "suite.yaml:5:33: error: unknown key 'cas' in defaults, field 'x'; did you mean 'case'?\n");
}

TEST_CASE("An item's key replaces the same key of defaults as a whole") {
    const auto [suite, errors] = load(
        "suite: s\nversion: 1\ndefaults:\n  question: q\n  documents: [{name: d, text: t}]\n"
        "  tags: [one, two]\n  fields: {x: string, y: string}\n  gold: {x: t, y: u}\n"
        "  answer: {type: json, schema: {type: object}}\nitems:\n"
        "  - {id: a}\n  - {id: b, tags: three, gold: {z: v}, fields: {z: string}, prompt: own}\n");
    INFO(errors);
    REQUIRE(suite);
    CHECK(suite->items[0].fields.size() == 2);
    CHECK(suite->items[0].tags == std::vector<std::string>{"one", "two"});
    CHECK(suite->items[1].fields.size() == 1);
    CHECK(suite->items[1].tags == std::vector<std::string>{"three"});
    CHECK(suite->items[1].messages.at(0).content == "own");
    CHECK(suite->items[1].documents.empty());
}

TEST_CASE("JSON Lines hold the same items; mistakes name their line of that file") {
    const TempFolder folder;
    const std::string head =
        "suite: s\nversion: 1\ndefaults:\n  answer: {type: json, schema: {type: object}}\n"
        "items_file: items.jsonl\n";
    folder.write(
        "items.jsonl",
        "\xEF\xBB\xBF{\"id\":\"a\",\"prompt\":\"p\",\"gold\":{\"x\":\"010\",\"y\":1.50},"
        "\"fields\":{\"x\":\"id\",\"y\":{\"compare\":\"number\",\"locale\":\"en\"}}}\r\n"
        "\r\n"
        "{\"id\":\"b\",\"prompt\":\"p\",\"gold\":{\"x\":null},\"fields\":{\"x\":\"id\"}}\n");
    const auto good = load(folder, head);
    INFO(good.errors);
    REQUIRE(good.suite);
    REQUIRE(good.suite->items.size() == 2);
    CHECK(good.suite->items[0].gold.find("x")->is_string());
    CHECK(good.suite->items[0].gold.find("y")->text == "1.50");
    CHECK(good.suite->items[1].gold.find("x")->is_null());

    folder.write(
        "items.jsonl",
        "{\"id\":\"a\",\"prompt\":\"p\",\"gold\":{\"x\":\"t\"},\"fields\":{\"x\":\"string\"}}\n"
        "{\"id\":\"b\",\n"
        "{\"id\":\"a\",\"prompt\":\"p\",\"gold\":{\"x\":\"t\"},\"fields\":{\"x\":\"string\"}}\n");
    const auto bad = load(folder, head);
    CHECK_THAT(bad.errors, ContainsSubstring("items.jsonl:2:"));
    CHECK_THAT(
        bad.errors,
        ContainsSubstring("items.jsonl:3:7: error: item id 'a' on line 3 is already used at "));

    // Larger than a document may be: a suite may have a hundred thousand items.
    folder.write("items.jsonl", std::string(std::size_t{17} << 20, '\n') +
                                    "{\"id\":\"a\",\"prompt\":\"p\",\"gold\":{\"x\":\"t\"},"
                                    "\"fields\":{\"x\":\"string\"}}\n");
    const auto large = load(folder, head);
    INFO(large.errors);
    CHECK(large.suite);

    folder.write("items.jsonl", "\n");
    CHECK_THAT(load(folder, head).errors,
               ContainsSubstring("suite.yaml:5:13: error: the suite has no items"));
}

TEST_CASE("Messages given in full are sent as they are") {
    const auto [suite, errors] = load(
        with_items("  - id: a\n    gold: {x: t}\n    fields: {x: string}\n    messages:\n"
                   "      - {role: system, content: S}\n      - {role: user, content: \"U \"}\n"
                   "      - {role: assistant, content: A}\n      - {role: user, content: V}\n"));
    INFO(errors);
    REQUIRE(suite);
    const auto& messages = suite->items[0].messages;
    REQUIRE(messages.size() == 4);
    CHECK(messages[1].content == "U ");
    CHECK(messages[2].role == "assistant");
    CHECK_THAT(
        load(with_items("  - {id: a, gold: {x: t}, fields: {x: string}, "
                        "messages: [{role: system, content: S}, {role: bot, content: x}]}\n"))
            .errors,
        ContainsSubstring("'role' in item 'a', message must be one of system, user, assistant"));
}

TEST_CASE("Structured items keep the schema of a file; a bare null type is explained") {
    const TempFolder folder;
    folder.write("s.json", R"({"type":"object","properties":{"z":{"type":"string"},"a":{}}})");
    const std::string text =
        "suite: s\nversion: 1\ndefaults: {structured: true}\nitems:\n"
        "  - {id: a, prompt: p, gold: {x: t}, fields: {x: string}, answer: {type: json, ";
    const auto good = load(folder, text + "schema_file: s.json}}\n");
    INFO(good.errors);
    REQUIRE(good.suite);
    CHECK(good.suite->items[0].structured);
    CHECK(good.suite->items[0].schema.find("properties")->members.at(0).key == "z");
    CHECK_THAT(load(folder, text + "schema: {properties: {x: {type: [number, null]}}}}}\n").errors,
               ContainsSubstring("the type null needs quotes"));
    CHECK_THAT(load(folder, text + "schema: []}}\n").errors,
               ContainsSubstring("schema must be a JSON Schema object"));
    folder.write("s.json", "{\"type\":\n nope}");
    CHECK_THAT(load(folder, text + "schema_file: s.json}}\n").errors,
               ContainsSubstring("s.json:2:2: error: not JSON"));
}

TEST_CASE("The starter suite loads: 8 items, 20 points, each prompt short") {
    Diagnostics diagnostics;
    const std::filesystem::path root =
        std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path().parent_path();
    const auto suite = load_suite(root / "suites/starter/main.yaml", diagnostics);
    INFO(to_text(diagnostics));
    REQUIRE(suite);
    CHECK(suite->items.size() == 8);
    CHECK(suite->max_points() == 20.0);
    for (const Item& item : suite->items) {
        INFO(item.id);
        CHECK(item.messages.size() == 1);
        CHECK(item.messages[0].content.size() < 1200);
        CHECK(item.fields.size() == 5);
        CHECK(attainable_points(item) == item.points);
    }
}

TEST_CASE("A suite may be JSON, with escapes that YAML does not know") {
    const std::string json =
        R"({"suite": "s", "version": "1", "items": [{"id": "a", "locale": "en", "prompt": "p \ud83d\ude00",)"
        R"( "answer": {"type": "json", "schema": {"type": "object"}}, "gold": {"x": 1.50},)"
        R"( "fields": {"x": "number"}}]})";
    const auto [suite, errors] = load("\n" + json);
    INFO(errors);
    REQUIRE(suite);
    CHECK_THAT(suite->items[0].messages[0].content, ContainsSubstring("p \xF0\x9F\x98\x80"));
    CHECK(suite->items[0].gold.find("x")->text == "1.50");
}

TEST_CASE("A YAML suite that begins with a brace is YAML still") {
    const auto [suite, errors] = load(
        "{suite: s, version: 1, items: [{id: a, locale: en, prompt: p, answer: {type: json, "
        "schema: "
        "{type: object}}, gold: {x: 1}, fields: {x: number}}]}");
    INFO(errors);
    CHECK(suite);
}

TEST_CASE("A suite named .json has its mistakes as JSON") {
    const TempFolder folder;
    Diagnostics diagnostics;
    CHECK_FALSE(
        load_suite(folder.write("suite.json", "{\"suite\": \"s\",\n \"version\" 1}"), diagnostics));
    CHECK_THAT(text_of(diagnostics, folder), ContainsSubstring("suite.json:2:12: error: not JSON"));
}

TEST_CASE("A suite in memory needs no file; without its folder no file of it can be read") {
    Diagnostics good;
    const auto suite = parse_suite(k_small, "nowhere/s.yaml", good);
    REQUIRE(suite);
    CHECK_FALSE(good.has_errors());
    CHECK(suite->items.size() == 2);
    Diagnostics bad;
    const std::string text = with_items(
        "  - {id: a, locale: en, documents: [{file: CMakeLists.txt}], question: q, gold: {n: 1}, "
        "fields: {n: number}}\n");
    CHECK_FALSE(parse_suite(text, "nowhere/s.yaml", bad).has_value());
    CHECK_THAT(to_text(bad), ContainsSubstring("the suite's folder is not there"));
}
