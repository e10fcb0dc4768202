#include "scorers/fields/extra_keys.hpp"

#include "tests/unit/scorers/fields/field_helpers.hpp"
#include "tests/unit/scorers/fields/suite_helpers.hpp"

namespace kilter::test {
namespace {

std::string extra(const Item& item, std::string_view content) {
    std::string paths;
    const json::Value value = parsed(content);
    for (const auto& [path, one] : find_extra_keys(item, value)) paths += path + " ";
    return paths;
}

}  // namespace

TEST_CASE("extra keys are what is neither asked for nor in the schema") {
    Item item =
        item_from("{a: {b: t}, l: [{g: t}], r: [{n: t}], s: [t], m: {value: 5, currency: EUR}}",
                  "{a.b: string, \"l[].g\": string, r: {compare: list_records, item: "
                  "{n: string}}, s: list_set, m: {compare: amount, currency: required}}");
    CHECK(extra(item, R"({"a":{"b":"t"},"l":[{"g":1}],"r":[{"n":1}],"s":["t"],"m":5})").empty());
    CHECK(extra(item, R"({"z":1,"a":{"b":{"q":1},"c":1},"a.b":2})") == "a.b a.c z ");
    CHECK(extra(item, R"({"l":[{"g":{"q":1},"h":1},{"h":2}],"r":[{"n":1,"o":[1]},5]})") ==
          "l[].h r[].o ");
    CHECK(extra(item, R"({"l":{"h":1},"s":[{"q":1}],"m":{"value":5,"note":"x"}})") == "l[].h ");
    item.schema = parsed(R"({"properties":{"z":{},"a":{"properties":{"c":{}}},
                             "r":{"items":{"properties":{"o":{}}}}}})");
    CHECK(extra(item, R"({"z":{"q":1},"a":{"c":1,"d":1},"r":[{"o":1,"p":1}],"y":1})") ==
          "a.d r[].p y ");
}

TEST_CASE("extra keys are listed as invented, and cost points only where the item says so") {
    const std::string content = R"({"x":"t","y":"u","k1":1,"k2":{"a":"b"}})";
    const Item report = item_from("{x: t, y: u}", "{x: string, y: {compare: string, weight: 3}}",
                                  "    points: 3\n");
    const ItemVerdict listed = answer(report, content);
    CHECK(classes_of(listed) == "TP TP FA FA");
    CHECK(listed.points == 3);
    CHECK(listed.right());
    CHECK(listed.extra_keys == 2);
    CHECK(has_flag(listed.flags, k_flag_extra_keys));
    CHECK(listed.fields[2].field == "k1");
    CHECK(listed.fields[3].raw == R"({"a":"b"})");
    CHECK(listed.fields[3].flags == std::vector<std::string>{std::string(k_flag_extra_key)});
    CHECK(listed.value_record == answer(report, R"({"x":"t","y":"u"})").value_record);

    Item penalise = report;
    penalise.extra_keys = ExtraKeys::penalise;
    const ItemVerdict penalised = answer(penalise, content);
    CHECK(penalised.points == 2);  // 3 x 4 of (4 + 2) weights
    CHECK_FALSE(penalised.right());
    CHECK(penalised.value_record == R"({".":2,"x":"t","y":"u"})");
    CHECK(answer(penalise, R"({"x":"t","y":"u"})").points == 3);
    penalise.scoring = ItemScoring::all_or_nothing;
    CHECK(answer(penalise, content).points == 0);
    CHECK(fields_from_json(fields_to_json(listed.fields)).size() == 4);
}

TEST_CASE("a hundred thousand extra keys are counted, and a few are listed") {
    std::string content = "{\"x\":\"t\"";
    for (int i = 0; i < 100'000; ++i) content += ",\"k" + std::to_string(i) + "\":1";
    const ItemVerdict verdict = answer(item_from("{x: t}", "{x: string}"), content + "}");
    CHECK(verdict.extra_keys == 100'000);
    CHECK(verdict.fields.size() == 33);
    const std::string long_key(1000, 'k');
    const ItemVerdict named =
        answer(item_from("{x: t}", "{x: string}"), "{\"" + long_key + "\":1}");
    CHECK(named.fields.at(1).field.size() == 203);
}

}  // namespace kilter::test
