// Fields, schemas and sources that items share: who changes one changes his own only.
#include <catch2/catch_all.hpp>

#include "suites/load.hpp"
#include "tests/unit/suites/temp_folder.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

Field field_of(const std::string& path) {
    Field field;
    field.path = path;
    return field;
}

}  // namespace

TEST_CASE("A list of fields that is changed leaves the copies of it alone") {
    FieldList one;
    CHECK(one.empty());
    CHECK(one == FieldList{});
    one.push_back(field_of("a"));
    FieldList other = one;
    CHECK(other.is_shared_with(one));
    other.push_back(field_of("b"));
    CHECK(one.size() == 1);
    CHECK(other.size() == 2);
    other.edit().front().weight = 3;
    CHECK(one.front().weight == 1);
    CHECK_FALSE(one == other);
    CHECK(FieldList{field_of("a")} == one);
    CHECK_FALSE(FieldList{field_of("a")}.is_shared_with(one));
}

TEST_CASE("A list of fields differs where one option does") {
    Field changed = field_of("a");
    changed.options.aliases["x"] = {"y"};
    CHECK_FALSE(FieldList{changed} == FieldList{field_of("a")});
    Field inner = field_of("a");
    inner.item.push_back(field_of("b"));
    Field other = inner;
    other.item[0].options.drop_punctuation = true;
    CHECK_FALSE(FieldList{inner} == FieldList{other});
}

TEST_CASE("A shared value that is changed leaves the copies of it alone") {
    SharedValue one;
    CHECK(one.is_null());
    CHECK(one.find("a") == nullptr);
    one.set("a", json::make_integer(1));
    SharedValue other = one;
    CHECK(other.is_shared_with(one));
    other.set("b", json::make_null());
    CHECK(one.get().members.size() == 1);
    CHECK(other.get().members.size() == 2);
    one.edit().members.front().value = json::make_integer(2);
    CHECK(one.find("a")->text == "2");
    CHECK(other.find("a")->text == "1");
    CHECK(SharedValue{json::make_null()}.is_shared_with(SharedValue{}));
}

TEST_CASE("Items share what they declare alike, as loaded and as read back from the stored form") {
    const TempFolder folder;
    const auto [suite, errors] = load(folder, R"YAML(suite: s
version: "1"
defaults:
  answer: {type: json, schema: {type: object, properties: {x: {}}}}
  fields: {x: string}
items:
  - {id: a, prompt: p, gold: {x: "1"}}
  - {id: b, prompt: p, gold: {x: "2"}}
  - {id: c, prompt: p, gold: {x: "3"}, fields: {x: id}, answer: {type: json, schema: {type: object}}}
  - {id: d, prompt: p, gold: {x: "4"}}
)YAML");
    INFO(errors);
    REQUIRE(suite);
    const auto check = [](const Suite& one) {
        CHECK(one.items[1].fields.is_shared_with(one.items[0].fields));
        CHECK(one.items[1].schema.is_shared_with(one.items[0].schema));
        CHECK(one.items[2].fields.front().compare == Comparator::id);
        CHECK(one.items[2].schema.find("properties") == nullptr);
        CHECK(one.items[3].fields == one.items[0].fields);
        CHECK(one.items[3].schema.find("properties") != nullptr);
        CHECK(one.items[3].gold.find("x")->text == "4");
    };
    check(*suite);
    const auto back = suite_from_json(suite_to_json(*suite));
    REQUIRE(back.has_value());
    check(*back);
}
