#include "suites/importers/imported.hpp"

#include "base/json/read.hpp"
#include "base/json/write.hpp"
#include "base/source_tree.hpp"
#include "suites/importers/asked.hpp"
#include "suites/importers/yaml_text.hpp"

using namespace kilter;

TEST_CASE("any text becomes a name that a suite may have", "[importers]") {
    CHECK(name_from("Belfoldi szamla") == "Belfoldi-szamla");
    CHECK(name_from("a  (1)") == "a-1");
    CHECK(name_from("../../etc/passwd") == "etc-passwd");
    CHECK(name_from("őű") == "item");
    CHECK(name_from("") == "item");
    CHECK(name_from(std::string(100, 'x')).size() == 64);
    for (const char* text : {"-x", "._y", "számla 1.", "a\nb"}) {
        INFO(text);
        CHECK(tree::is_name(name_from(text)));
    }
}

TEST_CASE("ids of a pool are unique and stay names", "[importers]") {
    IdPool pool;
    CHECK(pool.take("a b") == "a-b");
    CHECK(pool.take("a-b") == "a-b-2");
    CHECK(pool.take("a-b-2") == "a-b-2-2");
    const std::string full(64, 'x');
    CHECK(pool.take(full) == full);
    CHECK(pool.take(full) == std::string(62, 'x') + "-2");
}

TEST_CASE("asked fields become schema, gold and fields", "[importers]") {
    const std::vector<AskedField> asked{
        {"total.price", nullable("number"), json::make_string("number"), json::make_number("5")},
        {"total.note", nullable("string"), json::make_string("string"), json::make_null()},
        {"name", nullable("string"), json::make_string("id"), json::make_string("x")},
    };
    CHECK(json::write_pretty(gold_of(asked)) ==
          json::write_pretty(
              json::read(R"({"total": {"price": 5, "note": null}, "name": "x"})").value));
    CHECK(json::write(fields_of(asked)) ==
          R"({"total.price":"number","total.note":"string","name":"id"})");
    CHECK(json::write(schema_of(asked)) ==
          R"({"type":"object","properties":{"total":{"type":"object","properties":)"
          R"({"price":{"type":["number","null"]},"note":{"type":["string","null"]}},)"
          R"("required":["price","note"],"additionalProperties":false},)"
          R"("name":{"type":["string","null"]}},"required":["total","name"],)"
          R"("additionalProperties":false})");
    CHECK(list_in_words(asked, "en") == "total.price, total.note and name");
    CHECK(list_in_words(asked, "hu") == "total.price, total.note és name");
}

TEST_CASE("YAML text reads back as the value it was made of", "[importers]") {
    const auto value = json::read(R"({
        "plain": "word", "no": "no", "version": "1", "empty": "", "colon": "a: b # c",
        "quote": "say \"x\" \\ y", "lines": "a\nb\ttab", "hungarian": "Írj – „ezt”",
        "number": 12.50, "null": null, "flag": true, "list": ["a", "null", 1, null],
        "nested": {"deep": {"types": ["string", "null"]}, "none": {}, "rows": []},
        "rows": [{"a": 1}, {"b": {"c": "d"}}, [["x"]]]
    })");
    REQUIRE(value.ok);
    const std::string text = yaml_text(value.value);
    INFO(text);
    Diagnostics diagnostics;
    const auto node = tree::read_yaml(text, "t.yaml", diagnostics);
    INFO(to_text(diagnostics));
    REQUIRE(node);
    CHECK(json::write(tree::to_json(*node)) == json::write(value.value));
}
