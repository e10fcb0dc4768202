#include "harness/sim/recipe.hpp"

#include <catch2/catch_all.hpp>

#include "base/text/utf8.hpp"
#include "harness/sim/prose.hpp"

using namespace kilter;

namespace {

Recipe text(std::string value) {
    Recipe recipe;
    recipe.text = std::move(value);
    return recipe;
}

Recipe filler(std::size_t length, bool total = false) {
    Recipe recipe;
    recipe.kind = Recipe::Kind::prose;
    recipe.seed = 5;
    recipe.length = length;
    recipe.length_is_total = total;
    return recipe;
}

Recipe repeated(std::string value, std::size_t times, std::size_t cut = 0) {
    Recipe recipe;
    recipe.kind = Recipe::Kind::repeat;
    recipe.text = std::move(value);
    recipe.times = times;
    recipe.cut = cut;
    return recipe;
}

Item item_with_gold() {
    Item item;
    item.id = "X-1";
    item.fields.edit().resize(2);
    item.fields.edit()[0].path = "total";
    item.fields.edit()[1].path = "seller.name";
    json::Value seller;
    seller.set("name", json::make_string("Kékfa {item}"));
    item.gold.set("total", json::make_number("1086.60"));
    item.gold.set("seller", std::move(seller));
    return item;
}

}  // namespace

TEST_CASE("prose has the asked length in code points and is the same for the same seed") {
    for (const std::size_t length : {0U, 1U, 2U, 17U, 1000U, 53000U}) {
        INFO(length);
        const std::string out = prose(7, length);
        CHECK(utf8::count(out) == length);
        CHECK_FALSE(utf8::find_invalid(out));
        CHECK(out == prose(7, length));
        if (length > 0) CHECK(out.back() == '.');
        CHECK(out.find('\n') == std::string::npos);
    }
    CHECK(prose(1, 200) != prose(2, 200));
}

TEST_CASE("a shorter prose is the beginning of a longer one of the same seed") {
    const std::string shorter = prose(1, 40);
    CHECK(shorter == prose(1, 4000).substr(0, shorter.size() - 1) + ".");
}

TEST_CASE("a repeated text is copied whole and then cut by code points") {
    CHECK(render(repeated("őz", 3), nullptr) == "őzőzőz");
    CHECK(render(repeated("őz", 2, 1), nullptr) == "őzőző");
    CHECK(render(repeated("ab", 0, 5), nullptr) == "ab");
    CHECK(render(repeated("", 5), nullptr).empty());
}

TEST_CASE("prose may fill up to a total length, counting what stands before") {
    Recipe join;
    join.kind = Recipe::Kind::join;
    join.parts = {text("Előtte áll. "), filler(100, true), text("!")};
    const std::string out = render(join, nullptr);
    CHECK(utf8::count(out) == 101);
    CHECK(out.starts_with("Előtte áll. "));

    join.parts = {text("longer than the total"), filler(5, true)};
    CHECK(render(join, nullptr) == "longer than the total");
}

TEST_CASE("gold is rendered in its order, with its number literals, changed at paths") {
    const Item item = item_with_gold();
    Recipe gold;
    gold.kind = Recipe::Kind::gold;
    CHECK(render(gold, &item) == R"({"total":1086.60,"seller":{"name":"Kékfa {item}"}})");

    gold.changes = {{"seller.name", json::make_null()}, {"total", json::make_string("1 Ft")}};
    CHECK(render(gold, &item) == R"({"total":"1 Ft","seller":{"name":null}})");

    gold.changes = {{"seller.city", json::make_null()}};
    CHECK(unknown_gold_path(gold, item) == "seller.city");
    gold.changes.clear();
    gold.style = GoldStyle::fenced;
    const std::string fenced = render(gold, &item);
    CHECK(fenced.starts_with("```json\n{"));
    CHECK(fenced.ends_with("}\n```"));
}

TEST_CASE("a template names the item and its fields, once") {
    const Item item = item_with_gold();
    Recipe pattern;
    pattern.kind = Recipe::Kind::pattern;
    pattern.text = "{item} asks {fields}; {other}";
    CHECK(render(pattern, &item) == "X-1 asks total, seller.name; {other}");
    CHECK(needs_item(pattern));

    Recipe join;
    join.kind = Recipe::Kind::join;
    join.parts = {text("a"), pattern};
    CHECK(needs_item(join));
    CHECK_FALSE(needs_item(text("{item}")));
}

TEST_CASE("nesting opens and closes as often as asked") {
    Recipe nesting;
    nesting.kind = Recipe::Kind::nesting;
    nesting.times = 3;
    CHECK(render(nesting, nullptr) == "[[[]]]");
}
