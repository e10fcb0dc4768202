// What holds for every comparator and any answer, tried on values made by chance (fixed seeds).
#include <random>

#include "base/json/write.hpp"
#include "tests/unit/scorers/fields/field_helpers.hpp"
#include "tests/unit/scorers/fields/suite_helpers.hpp"

namespace kilter::test {
namespace {

// Values that are alike in many ways, so that pairs, ties and equal canonical texts are common.
class Values {
  public:
    explicit Values(unsigned seed) : random_(seed) {}

    unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

    json::Value scalar() {
        static const char* const k_texts[] = {"a",      "A",        "b",          "ab",
                                              "1",      "1,0",      "1 Ft",       "1%",
                                              "0,5",    "igen",     "2026-11-10", "2026. nov. 10.",
                                              "3 év",   "36 hónap", "12. §",      "Ptk. 12. § (1)",
                                              "nincs",  "-",        "",           "P3Y",
                                              "30 nap", "1.5",      "abcx",       "abcy"};
        switch (below(6)) {
            case 0:
                return json::make_null();
            case 1:
                return json::make_boolean(below(2) == 0);
            case 2:
                return json::make_number(below(2) == 0 ? "1" : "1.0");
            default:
                return json::make_string(k_texts[below(std::size(k_texts))]);
        }
    }

    json::Value row() {
        json::Value row = json::make_object();
        for (const char* key : {"n", "v", "t"}) {
            if (below(5) > 0) row.set(key, scalar());
        }
        return row;
    }

    json::Value value() {
        if (below(3) == 0) return scalar();
        json::Value list = json::make_array();
        const bool rows = below(2) == 0;
        for (unsigned i = below(5); i > 0; --i) list.items.push_back(rows ? row() : scalar());
        return list;
    }

    void shuffle(json::Value& list) { std::shuffle(list.items.begin(), list.items.end(), random_); }

  private:
    std::mt19937 random_;
};

// Every comparator, with options that change what is equal.
std::vector<Item> items() {
    std::vector<Item> all;
    const std::string rows = "item: {n: string, v: {compare: number, abs_tol: 0.5}, t: anls}}";
    for (const std::string field :
         {"string",
          "string_exact",
          "anls",
          "number",
          "percent",
          "date",
          "duration",
          "id",
          "boolean",
          "citation",
          "list_set",
          "list_ordered",
          "{compare: number, abs_tol: 0.5, strict_types: true}",
          "{compare: amount, default_currency: HUF}",
          "{compare: amount, currency: required}",
          "{compare: percent, fraction_ok: true}",
          "{compare: duration, unify: true}",
          "{compare: citation, level: section, act: ignore}",
          "{compare: enum, values: [a, b], aliases: {a: [ab]}}",
          "{compare: contains_all, phrases: [a, b], partial: true}",
          "{compare: regex, pattern: '([0-9]+)'}",
          "{compare: list_set, item: number}",
          "{compare: list_set, item: anls}",
          "{compare: list_set, item: {compare: number, strict_types: true}}",
          "{compare: list_set, item: {compare: amount, default_currency: HUF, abs_tol: 0.5}}",
          "{compare: list_ordered, mode: lcs}",
          "{compare: list_records, item: {n: string, v: number}}"}) {
        all.push_back(item_from("{x: null}", "{x: " + field + "}"));
    }
    all.push_back(item_from("{x: null}", "{x: {compare: list_records, " + rows + "}"));
    all.push_back(item_from("{x: null}", "{x: {compare: list_records, key: n, " + rows + "}"));
    all.push_back(item_from("{x: [{n: a}]}", "{\"x[].n\": string}"));
    return all;
}

std::string content_of(const json::Value& value) {
    return "{\"x\":" + json::write(value) + "}";
}

}  // namespace

TEST_CASE("scores lie in 0..1, and equal canonical texts score 1") {
    Values values(3);
    for (Item& item : items()) {
        const Field& field = item.fields[0];
        const bool strict = field.options.strict_types ||
                            field.options.currency == CurrencyRule::required ||
                            (!field.item.empty() && field.item[0].options.strict_types);
        for (int round = 0; round < 300; ++round) {
            const json::Value gold = values.value();
            const json::Value given = values.value();
            INFO(to_word(field.compare) << " " << json::write(gold) << " " << json::write(given));
            const Reading a = read_value(field, &gold);
            const Reading b = read_value(field, &given, most_elements(gold));
            const double score = compare_values(field, gold, given);
            CHECK(score >= 0);
            CHECK(score <= 1);
            const bool same = a.canonical && a.canonical == b.canonical;
            const bool whole = field.compare != Comparator::contains_all ||
                               b.count == field.options.phrases.size();
            // Values that cannot be read are wrong, and rows without any value equal no others.
            const auto holds = [&a](std::string_view part) {
                return a.canonical->find(part) != std::string::npos;
            };
            const bool comparable =
                same && !holds("unreadable") && !holds(R"({"n":null,"v":null})");
            if (comparable && whole && !strict && !is_fuzzy(field)) CHECK(score == 1);
        }
    }
}

TEST_CASE("equal value records mean equal outcomes, with lists too") {
    Values values(5);
    for (Item item : items()) {
        for (int round = 0; round < 20; ++round) {
            item.gold.set(
                "x", gathers(item.fields[0]) ? parsed(R"([{"n":"a"},{"n":"b"}])") : values.value());
            std::vector<ItemVerdict> verdicts;
            for (int i = 0; i < 30; ++i)
                verdicts.push_back(answer(item, content_of(values.value())));
            for (const ItemVerdict& a : verdicts) {
                for (const ItemVerdict& b : verdicts) {
                    if (a.value_record != b.value_record) continue;
                    INFO(to_word(item.fields[0].compare)
                         << " " << a.value_record << " gold " << json::write(item.gold));
                    CHECK(a.outcome_record == b.outcome_record);
                    CHECK(a.points == b.points);
                }
            }
        }
    }
}

TEST_CASE("the order of either side changes no score of sets and rows, bit for bit") {
    Values values(7);
    for (const Item& item : items()) {
        const Field& field = item.fields[0];
        const bool ordered = field.compare == Comparator::list_ordered || !is_list(field.compare);
        if (ordered || !field.options.key.empty()) continue;
        for (int round = 0; round < 200; ++round) {
            json::Value gold = values.value();
            json::Value given = values.value();
            const double before = compare_values(field, gold, given);
            const auto canonical = read_value(field, &given).canonical;
            values.shuffle(gold);
            values.shuffle(given);
            INFO(to_word(field.compare) << " " << json::write(gold) << " " << json::write(given));
            CHECK(compare_values(field, gold, given) == before);
            CHECK(read_value(field, &given).canonical == canonical);
        }
    }
}

TEST_CASE("of a long list no more elements are read than gold asks for") {
    const json::Value gold = parsed(R"([{"n":"a","v":1},{"n":"b","v":2}])");
    const std::vector<Item> all = items();
    for (const std::string element : {"1", "\"a\"", "[]", "null", "{\"n\":\"a\",\"v\":1}"}) {
        std::string list = "[" + element;
        while (list.size() < std::size_t{1} << 18) list += "," + element;
        const json::Value given = parsed(list + "]");
        for (const Item& item : all) {
            if (!is_list(item.fields[0].compare)) continue;
            const Reading reading = read_value(item.fields[0], &given, most_elements(gold));
            CHECK(reading.parts.size() <= 108);  // 4 x 2 + 100
            CHECK((reading.absent || reading.count >= given.items.size() - 108));
        }
    }
}

TEST_CASE("a hundred thousand rows against ten") {
    std::string gold;
    for (int i = 0; i < 10; ++i)
        gold += "{n: a" + std::to_string(i) + ", v: " + std::to_string(i) + "},";
    const Item item = item_from("{x: [" + gold + "]}",
                                "{x: {compare: list_records, item: {n: string, v: number}}}");
    std::string content = "{\"x\":[";
    for (int i = 0; i < 100'000; ++i) {
        content += std::string(i == 0 ? "" : ",") + "{\"n\":\"a" + std::to_string(i) +
                   "\",\"v\":" + std::to_string(i) + "}";
    }
    // All ten rows are right; the others are invented.
    CHECK(answer(item, content + "]}").fields[0].score == 10.0 / 100'000);
}

}  // namespace kilter::test
