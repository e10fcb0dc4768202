#include "scorers/fields/lists.hpp"

#include <random>

#include "scorers/fields/assignment.hpp"
#include "scorers/fields/lookup.hpp"
#include "tests/unit/scorers/fields/field_helpers.hpp"
#include "tests/unit/scorers/fields/suite_helpers.hpp"

namespace kilter::test {
namespace {

const std::string k_rows =
    "{compare: list_records, item: {name: string, quantity: number, net: number}}";

// The rows of the printed invoice with three lines in foreign currency.
const std::string k_invoice_gold =
    "{lines: [{description: 'Hűtött házi sertés (fél)', quantity: 1500, unit: kg, gross: 3150.00},"
    " {description: Érlelt szalámi, quantity: 1600, unit: kg, gross: 20320.00},"
    " {description: Kenőmájas, quantity: 4000, unit: dkg, gross: 152.40}],"
    " total: {value: 23622.40, currency: EUR}, total_huf: {value: 7322944, currency: HUF}}";
const std::string k_invoice_fields =
    "{lines: {compare: list_records, item: {description: string, quantity: number,"
    " unit: {compare: enum, values: [kg, dkg]}, gross: {compare: amount, currency: ignore}}},"
    " total: {compare: amount, currency: required},"
    " total_huf: {compare: amount, currency: required}}";

// Tries every way to pair; for small tables.
long long best_by_trying(std::size_t rows, std::size_t columns,
                         const std::vector<long long>& weights, std::size_t row, unsigned used) {
    if (row == rows) return 0;
    long long best = best_by_trying(rows, columns, weights, row + 1, used);
    for (std::size_t column = 0; column < columns; ++column) {
        if ((used >> column & 1U) != 0) continue;
        best = std::max(best,
                        weights[row * columns + column] +
                            best_by_trying(rows, columns, weights, row + 1, used | 1U << column));
    }
    return best;
}

}  // namespace

TEST_CASE("vectors 46 and 47: multisets") {
    CHECK(result_of("[a, b, c]", "list_set", R"(["b","a"])").score ==
          Catch::Approx(0.6667).margin(0.0005));                       // 46
    CHECK(result_of("[a]", "list_set", R"(["a","a"])").score == 0.5);  // 47
}

TEST_CASE("vector 48: rows in another order, as text, with one invented") {
    const FieldResult result = result_of(
        "[{name: Érlelt szalámi, quantity: 1600, net: 6096000},"
        " {name: Kenőmájas, quantity: 40, net: 40640}]",
        k_rows,
        R"([{"name":"Kenőmájas","quantity":40,"net":"40 640"},
            {"name":"Érlelt szalámi","quantity":"1 600","net":6096000},
            {"name":"Sonka","quantity":1,"net":2}])");
    CHECK(result.score == 2.0 / 3.0);
    CHECK(result.field_class == FieldClass::fd);
    CHECK(result.canonical == R"([{"name":"kenőmájas","quantity":"40","net":"40640"},)"
                              R"({"name":"sonka","quantity":"1","net":"2"},)"
                              R"({"name":"érlelt szalámi","quantity":"1600","net":"6096000"}])");
    CHECK(has_flag(result.flags, "type_coerced"));
}

TEST_CASE("the invoice with three lines: a wrong unit, a missing row, nothing but the total") {
    const Item item = item_from(k_invoice_gold, k_invoice_fields, "    points: 10\n");
    const std::string totals =
        R"("total":"23 622,40 EUR","total_huf":{"value":7322944,"currency":"HUF"}})";
    const std::string two = R"J({"lines":[
        {"description":"Érlelt szalámi","quantity":1600,"unit":"kg","gross":20320},
        {"description":"Hűtött házi sertés (fél)","quantity":"1 500","unit":"KG","gross":3150}])J";
    // Lines (1 + 1 + 3/4) / 3, item 10 x (0.9167 + 1 + 1) / 3.
    const ItemVerdict unit = answer(
        item, two.substr(0, two.size() - 1) +
                  R"(,{"description":"Kenőmájas","quantity":4000,"unit":"kg","gross":152.4}],)" +
                  totals);
    CHECK(unit.fields[0].score == Catch::Approx(2.75 / 3).margin(1e-12));
    CHECK(unit.points == Catch::Approx(9.7222).margin(0.00005));
    CHECK(classes_of(unit) == "FD TP TP");
    const ItemVerdict missing = answer(item, two + "," + totals);
    CHECK(missing.fields[0].score == 2.0 / 3.0);
    CHECK(missing.points == Catch::Approx(8.8889).margin(0.00005));
    const ItemVerdict third = answer(item, R"({"total_huf":"7 322 944 Ft"})");
    CHECK(third.points == Catch::Approx(3.3333).margin(0.00005));
    CHECK(classes_of(third) == "FN FN TP");
}

TEST_CASE("classes of lists") {
    CHECK(result_of("[a]", "list_set", R"(["a"])").field_class == FieldClass::tp);
    CHECK(result_of("[a]", "list_set", R"(["b"])").field_class == FieldClass::fd);
    CHECK(result_of("[a]", "list_set", "[]").field_class == FieldClass::fn);
    CHECK(result_of("[a]", "list_set", R"(["-",null])").field_class == FieldClass::fn);
    CHECK(result_of("[]", "list_set", "[]").field_class == FieldClass::tn);
    CHECK(result_of("[]", "list_set", R"(["a"])").field_class == FieldClass::fa);
    CHECK(result_of("null", "list_set", R"("nincs adat")").flags ==
          std::vector<std::string>{"null_as_string"});
}

TEST_CASE("a gate takes a list that is right in part for wrong") {
    const Item item = item_from("{x: [a, b], y: t}", "{x: list_set, y: string}",
                                "    gate: [x]\n    points: 4\n");
    CHECK(answer(item, R"({"x":["a","b"],"y":"u"})").points == 2);
    CHECK(answer(item, R"({"x":["a"],"y":"t"})").points == 0);
}

TEST_CASE("elements that cannot be read are wrong and stay apart by their text") {
    const std::string dates = "{compare: list_set, item: date}";
    const FieldResult result =
        result_of("[2026-11-10]", dates, R"(["2026. nov. 10.","2026-02-30"])");
    CHECK(result.score == 0.5);
    CHECK(result.canonical == R"(["2026-11-10",{"unreadable":"2026-02-30"}])");
    CHECK(result_of("[{name: a}]", "{compare: list_records, item: {name: string}}", R"(["a"])")
              .canonical == R"([{"unreadable":"a"}])");
}

TEST_CASE("keys pair rows whatever else they hold, several of one key in their order") {
    const std::string keyed =
        "{compare: list_records, key: no, item: {no: id, net: {compare: number, weight: 3}}}";
    const std::string gold = "[{no: a, net: 1}, {no: a, net: 2}]";
    CHECK(result_of(gold, keyed, R"([{"no":"A","net":1},{"no":"a","net":2}])").score == 1);
    // Both pairs keep their key's quarter.
    const FieldResult swapped =
        result_of(gold, keyed, R"([{"no":"a","net":2},{"no":"a","net":1}])");
    CHECK(swapped.score == 0.25);
    CHECK(swapped.canonical !=
          result_of(gold, keyed, R"([{"no":"a","net":1},{"no":"a","net":2}])").canonical);
    CHECK(result_of(gold, keyed, R"([{"net":1},{"no":null,"net":2}])").score == 0);
    // Rows of different keys may stand in any order.
    CHECK(result_of("[{no: a, net: 1}, {no: b, net: 2}]", keyed,
                    R"([{"no":"b","net":2},{"no":"a","net":1}])")
              .canonical == result_of("[{no: a, net: 1}, {no: b, net: 2}]", keyed,
                                      R"([{"no":"a","net":1},{"no":"b","net":2}])")
                                .canonical);
}

TEST_CASE("the best pairing is not the first one that comes along") {
    // Taking (gold 0, answer 0) first, with 2 of 3, leaves nothing for gold 1: the best is 1 + 3.
    const FieldResult result =
        result_of("[{name: a, quantity: 1, net: 5}, {name: a, quantity: 1, net: 2}]", k_rows,
                  R"([{"name":"a","quantity":1,"net":2},{"name":"x","quantity":9,"net":5}])");
    CHECK(result.score == Catch::Approx((1.0 + 1.0 / 3) / 2).margin(1e-12));
}

TEST_CASE("the longest common order counts every pair once") {
    const std::string lcs = "{compare: list_ordered, mode: lcs}";
    CHECK(result_of("[a, b, c, d]", lcs, R"(["b","a","c","d"])").score == 0.75);
    CHECK(result_of("[a, b]", lcs, R"(["b","a"])").score == 0.5);
    CHECK(result_of("[a]", lcs, R"(["a","a"])").score == 0.5);
    CHECK(result_of("[a, b]", lcs, R"(["x","a","y","b"])").score == 0.5);
    CHECK(result_of("[a, b]", "list_ordered", R"(["a","b"])").canonical !=
          result_of("[a, b]", "list_ordered", R"(["b","a"])").canonical);
}

TEST_CASE("paths through lists") {
    const Item item =
        item_from("{lines: [{gross: 1, tags: [a]}, {gross: null, tags: [b, c]}, {gross: 3}]}",
                  "{\"lines[].gross\": number, \"lines[].tags[]\": list_set}");
    const auto scores = [&item](const std::string& content) {
        const ItemVerdict verdict = answer(item, content);
        return std::pair(verdict.fields[0].score, verdict.fields[1].score);
    };
    CHECK(scores(R"({"lines":[{"gross":"1","tags":["a"]},{"tags":["c","b"]},{"gross":3}]})") ==
          std::pair(1.0, 1.0));
    CHECK(scores(R"({"lines":[{"gross":1},{"gross":3}]})") == std::pair(1.0 / 3, 0.0));
    CHECK(scores(R"({"lines":{"gross":1}})") == std::pair(1.0 / 3, 0.0));
    const ItemVerdict none = answer(item, R"({"lines":[]})");
    CHECK(classes_of(none) == "FN FN");
    CHECK(answer(item, R"({"lines":[{"gross":1,"gross":2}]})").fields[0].flags ==
          std::vector<std::string>{std::string(k_flag_conflict)});
    const json::Value value = parsed(R"({"a":[{"b":[1,2]},{"b":3},{}],"c":5})");
    CHECK(look_up(value, "a[].b[]").value->items.size() == 4);
    CHECK(look_up(value, "a[].b").value->items.size() == 3);
    CHECK(look_up(value, "d[].b").value == nullptr);
}

TEST_CASE("fuzzy columns: their wording is no value, their likeness is") {
    const std::string field =
        "{compare: list_records, item: {no: id, text: {compare: anls, weight: 3}}}";
    const Item item = item_from("{x: [{no: '1', text: abcd}]}", "{x: " + field + "}");
    const ItemVerdict one = answer(item, R"({"x":[{"no":"1","text":"abcx"}]})");
    const ItemVerdict two = answer(item, R"({"x":[{"no":"1","text":"abcy"}]})");
    CHECK(one.fields[0].score == (1 + 3 * 0.75) / 4);
    CHECK(one.value_record == two.value_record);
    CHECK(one.value_record == R"({"x":{"score":0.8125,"value":"[{\"no\":\"1\",\"text\":true}]"}})");
    CHECK(one.value_record != answer(item, R"({"x":[{"no":"1","text":"abxx"}]})").value_record);
}

TEST_CASE("elements beyond the limit are invented, and no two rests look alike") {
    // 4 x 1 + 100 elements are read.
    const auto content = [](int before, const std::string& last) {
        std::string list = "[";
        for (int i = 0; i < before; ++i) list += "\"x\",";
        return list + "\"a\",\"" + last + "\"]";
    };
    CHECK(result_of("[a]", "list_set", content(103, "y")).score == 1.0 / 105);
    CHECK(result_of("[a]", "list_set", content(104, "y")).score == 0);
    CHECK(result_of("[a]", "list_set", content(104, "y")).canonical !=
          result_of("[a]", "list_set", content(104, "z")).canonical);
}

TEST_CASE("assignment finds what trying every pairing finds") {
    std::mt19937 random{11};
    for (int round = 0; round < 400; ++round) {
        const std::size_t rows = random() % 5;
        const std::size_t columns = random() % 6;
        std::vector<long long> weights(rows * columns);
        for (long long& weight : weights) weight = static_cast<long long>(random() % 5);
        CHECK(best_assignment(rows, columns, weights) ==
              best_by_trying(rows, columns, weights, 0, 0));
    }
}

}  // namespace kilter::test
