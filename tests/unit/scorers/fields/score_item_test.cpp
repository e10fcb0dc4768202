#include "scorers/fields/score_item.hpp"

#include <algorithm>

#include "tests/unit/scorers/fields/field_helpers.hpp"

namespace kilter {
namespace {

Field named(std::string path, Comparator compare, double weight = 1) {
    Field field = field_of(compare);
    field.path = std::move(path);
    field.weight = weight;
    return field;
}

Item item_of(double points, std::string_view gold, std::vector<Field> fields) {
    Item item;
    item.id = "T1-01";
    item.points = points;
    item.gold = parsed(gold);
    item.fields = std::move(fields);
    return item;
}

ItemVerdict score(const Item& item, std::string content) {
    Completion completion;
    completion.content = {TextState::text, std::move(content)};
    completion.finish_reason = "stop";
    return score_item(item, completion);
}

std::string classes(const ItemVerdict& verdict) {
    std::string words;
    for (const FieldResult& field : verdict.fields) {
        if (!words.empty()) words += ' ';
        words += to_word(field.field_class);
    }
    return words;
}

bool has(const std::vector<std::string>& flags, std::string_view flag) {
    return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

// The header item of an invoice: two full weights, two halves, one of them null in gold.
Item invoice() {
    Item item =
        item_of(2, R"({"number":"2021/000123","due":"2021-05-30","total":6157040,
                               "seller":{"tax_id":"99999999-2-41"},"rate":null})",
                {named("number", Comparator::id), named("due", Comparator::date),
                 named("total", Comparator::amount), named("seller.tax_id", Comparator::id, 0.5),
                 named("rate", Comparator::number, 0.5)});
    item.fields.edit()[2].options.default_currency = "HUF";
    return item;
}

constexpr const char* k_right = R"({"number":"2021/000123","due":"2021-05-30","total":6157040,
    "seller":{"tax_id":"99999999-2-41"},"rate":null})";

Item thirds() {
    return item_of(10, R"({"a":"1","b":"2","c":"3"})",
                   {named("a", Comparator::string), named("b", Comparator::string),
                    named("c", Comparator::string)});
}

}  // namespace

TEST_CASE("the invoice item: 2, 1.5, 1.75 and 0 points") {
    const Item item = invoice();
    const ItemVerdict right = score(item, k_right);
    CHECK(classes(right) == "TP TP TP TP TN");
    CHECK(right.points == 2);
    CHECK(right.right());
    CHECK(right.flags.empty());

    // Weights 1, 1, 1, 0.5, 0.5: the date is a quarter of two points.
    const ItemVerdict wrong_date = score(item, R"({"number":"2021/000123","due":"2021.05.15",
        "total":"6 157 040 Ft","seller":{"tax_id":"99999999-2-41"},"rate":null})");
    CHECK(classes(wrong_date) == "TP FD TP TP TN");
    CHECK(wrong_date.points == 1.5);
    CHECK_FALSE(wrong_date.right());
    CHECK(wrong_date.fields[1].raw == "2021.05.15");
    CHECK(wrong_date.fields[1].canonical == "2021-05-15");

    const ItemVerdict invented = score(item, R"({"number":"2021/000123","due":"2021-05-30",
        "total":6157040,"seller":{"tax_id":"99999999-2-41"},"rate":1})");
    CHECK(classes(invented) == "TP TP TP TP FA");
    CHECK(invented.points == 1.75);

    const ItemVerdict empty = score(item, "");
    CHECK(classes(empty) == "FN FN FN FN FN");
    CHECK(empty.points == 0);
    CHECK(empty.value_record == "unparsed");
    CHECK(has(empty.fields[4].flags, k_flag_unanswered));
    CHECK_FALSE(has(empty.fields[0].flags, k_flag_unanswered));
}

TEST_CASE("vectors 44 and 45: null gold") {
    const Item date = item_of(1, R"({"x":null})", {named("x", Comparator::date)});
    const ItemVerdict word = score(date, R"({"x":"nincs adat"})");  // 44
    CHECK(classes(word) == "TN");
    CHECK(word.points == 1);
    CHECK(word.fields[0].flags == std::vector<std::string>{"null_as_string"});
    const Item amount = item_of(1, R"({"x":null})", {named("x", Comparator::amount)});
    const ItemVerdict zero = score(amount, R"({"x":0})");  // 45
    CHECK(classes(zero) == "FA");
    CHECK(zero.points == 0);
}

TEST_CASE("vectors 57 and 58: a third of ten points, three times") {
    const ItemVerdict third = score(thirds(), R"({"a":"1","b":"x"})");
    CHECK(third.points == Catch::Approx(3.3333).margin(0.0005));
    CHECK(classes(third) == "TP FD FN");
    CHECK(3 * third.points == Catch::Approx(10.0).margin(1e-12));
}

TEST_CASE("vector 52: an unclosed think block earns nothing") {
    const ItemVerdict verdict = score(thirds(), R"(<think>a {"a":"1"})");
    CHECK(verdict.parse_status == ParseStatus::unclosed_think);
    CHECK(verdict.points == 0);
}

TEST_CASE("vector 59: all gold null and nothing answered") {
    const Item item = item_of(5, R"({"x":null,"y":null})",
                              {named("x", Comparator::date), named("y", Comparator::number)});
    const ItemVerdict empty = score(item, " ");
    CHECK(empty.points == 0);
    CHECK(classes(empty) == "FN FN");
    CHECK(score(item, "{}").points == 5);
}

TEST_CASE("vector 60: value records of one day in two spellings") {
    const Item item =
        item_of(2, R"({"deadline":"2026-11-10"})", {named("deadline", Comparator::date)});
    const ItemVerdict iso = score(item, R"({"deadline":"2026-11-10"})");
    const ItemVerdict words = score(item, R"({"deadline":"2026. november 10."})");
    const ItemVerdict wrong = score(item, R"({"deadline":"2026-11-05"})");
    CHECK(iso.value_record == R"({"deadline":"2026-11-10"})");
    CHECK(iso.value_record == words.value_record);
    CHECK(iso.value_record != wrong.value_record);
    CHECK(wrong.points == 0);
    CHECK(wrong.outcome_record == R"({"deadline":["FD",0]})");
}

TEST_CASE("table 1: a null key that nobody asked for costs nothing") {
    const Item item = item_of(1, R"({"a":"x"})", {named("a", Comparator::string)});
    const ItemVerdict verdict = score(item, R"({"a":"x","b":null})");
    CHECK(verdict.points == 1);
    CHECK(has(verdict.flags, k_flag_extra_keys));
}

TEST_CASE("extra keys: declared, nested, and known to the schema") {
    Item item = invoice();
    item.schema = parsed(R"({"type":"object","properties":{"note":{"type":"string"},
        "seller":{"properties":{"name":{}}}}})");
    const auto extra = [&](std::string content) {
        return has(score(item, std::move(content)).flags, k_flag_extra_keys);
    };
    CHECK_FALSE(extra(R"({"note":"a","seller":{"name":"b","tax_id":"c"}})"));
    CHECK(extra(R"({"seller":{"phone":"b"}})"));
    CHECK(extra(R"({"seller.tax_id":1,"sell":2})"));
    CHECK_FALSE(extra(R"({"total":{"value":1,"currency":"HUF","as_words":"egy"}})"));
}

TEST_CASE("duplicate keys") {
    const Item item = thirds();
    const ItemVerdict same = score(item, R"({"a":"1","a":"1","b":"2","c":"3"})");
    CHECK(same.points == 10);
    CHECK(has(same.flags, "duplicate_key"));
    CHECK(has(same.fields[0].flags, k_flag_duplicate));

    const ItemVerdict conflict = score(item, R"({"a":"1","a":"9","b":"2","c":"3"})");
    CHECK(classes(conflict) == "FD TP TP");
    CHECK(conflict.fields[0].score == 0);
    CHECK(has(conflict.fields[0].flags, k_flag_conflict));
    CHECK(conflict.fields[0].raw == R"("1" | "9")");
    CHECK(conflict.value_record == R"({"a":{"conflict":"\"1\" | \"9\""},"b":"2","c":"3"})");

    const Item absent = item_of(1, R"({"a":null})", {named("a", Comparator::string)});
    CHECK(classes(score(absent, R"({"a":null,"a":"9"})")) == "FA");
}

TEST_CASE("duplicate keys on the way to a field and inside an amount") {
    const Item item = invoice();
    const ItemVerdict parents = score(item, R"({"seller":{"tax_id":"99999999-2-41"},"seller":{}})");
    CHECK(classes(parents) == "FN FN FN FD TN");
    CHECK(parents.fields[3].raw == R"("99999999-2-41" | (missing))");
    const ItemVerdict same = score(
        item, R"({"seller":{"tax_id":"99999999-2-41"},"seller":{"tax_id":"99999999-2-41","b":1}})");
    CHECK(same.fields[3].field_class == FieldClass::tp);
    const ItemVerdict inside = score(item, R"({"total":{"value":6157040,"value":1}})");
    CHECK(inside.fields[2].score == 0);
    CHECK(has(inside.fields[2].flags, k_flag_conflict));
}

TEST_CASE("a key that comes a hundred thousand times") {
    std::string content = "{";
    for (int i = 0; i < 100'000; ++i) content += "\"a\":\"" + std::to_string(i) + "\",";
    content += "\"b\":\"2\"}";
    const ItemVerdict verdict = score(thirds(), content);
    CHECK(classes(verdict) == "FD TP FN");
}

TEST_CASE("values that cannot be read are wrong, not absent, and differ by their text") {
    const Item item = item_of(1, R"({"x":"2026-11-10"})", {named("x", Comparator::date)});
    const ItemVerdict a = score(item, R"({"x":"2026-02-30"})");
    const ItemVerdict b = score(item, R"({"x":["2026-11-10"]})");
    CHECK(classes(a) == "FD");
    CHECK_FALSE(a.fields[0].canonical.has_value());
    CHECK(a.value_record == R"({"x":{"unreadable":"2026-02-30"}})");
    CHECK(a.value_record != b.value_record);
    CHECK(a.outcome_record == b.outcome_record);
}

TEST_CASE("paths that do not lead anywhere are absent") {
    const Item item = invoice();
    CHECK(score(item, R"({"seller":null})").fields[3].field_class == FieldClass::fn);
    CHECK(score(item, R"({"seller":"99999999-2-41"})").fields[3].field_class == FieldClass::fn);
    CHECK(score(item, R"({"seller.tax_id":"99999999-2-41"})").fields[3].field_class ==
          FieldClass::fn);
}

TEST_CASE("strict format policy: only a clean answer earns points") {
    Item item = thirds();
    const std::string right = R"({"a":"1","b":"2","c":"3"})";
    const std::string fenced = "```json\n" + right + "\n```";
    CHECK(score(item, fenced).points == 10);
    item.format_policy = FormatPolicy::strict;
    const ItemVerdict clean = score(item, right);
    const ItemVerdict rejected = score(item, fenced);
    CHECK(clean.points == 10);
    CHECK(rejected.points == 0);
    CHECK(classes(rejected) == "FN FN FN");
    CHECK(rejected.fields[0].canonical == "1");
    CHECK(has(rejected.flags, k_flag_rejected));
    CHECK(rejected.value_record == R"({"":"fenced","a":"1","b":"2","c":"3"})");
    CHECK(clean.value_record == R"({"a":"1","b":"2","c":"3"})");
    CHECK(values_of_record(rejected.value_record) == values_of_record(clean.value_record));
    CHECK(values_of_record(R"({"":"fenced"})") == values_of_record("{}"));
    CHECK(values_of_record(R"({"a":"1"})") != values_of_record(R"({"a":"2"})"));
    CHECK(values_of_record("") == "");
}

TEST_CASE("gates and all or nothing") {
    Item item = thirds();
    item.gate = {"b"};
    CHECK(score(item, R"({"a":"1","b":"x","c":"3"})").points == 0);
    CHECK(score(item, R"({"a":"1","b":"2"})").points == Catch::Approx(20.0 / 3));
    item.gate.clear();
    item.scoring = ItemScoring::all_or_nothing;
    CHECK(score(item, R"({"a":"1","b":"2"})").points == 0);
    CHECK(score(item, R"({"a":"1","b":"2","c":"3"})").points == 10);
}

TEST_CASE("a gate on a fuzzy field holds where it is above its threshold") {
    Item item = item_of(4, R"({"a":"abcd","b":"2"})",
                        {named("a", Comparator::anls), named("b", Comparator::string)});
    item.gate = {"a"};
    const ItemVerdict close = score(item, R"({"a":"abcx","b":"2"})");
    CHECK(classes(close) == "TP TP");
    CHECK(close.points == 3.5);  // 4 x (0.75 + 1) / 2
    CHECK_FALSE(close.right());
    CHECK(score(item, R"({"a":"wxyz","b":"2"})").points == 0);
}

TEST_CASE("judged fields leave what can be attained") {
    Item item = item_of(2, R"({"a":"1","s":"text"})",
                        {named("a", Comparator::string), named("s", Comparator::judge)});
    const ItemVerdict right = score(item, R"({"a":"1","s":"any"})");
    CHECK(classes(right) == "TP unavailable");
    CHECK(right.points == 1);
    CHECK(right.attainable == 1);
    CHECK(right.max_points == 2);
    CHECK(right.right());
    CHECK(right.value_record == R"({"a":"1"})");
    CHECK(right.fields[1].raw == "any");
    CHECK(classes(score(item, "")) == "FN unavailable");
    item.scoring = ItemScoring::all_or_nothing;
    CHECK(score(item, R"({"a":"1"})").points == 1);
}

TEST_CASE("a fuzzy field enters the value record by its score") {
    const Item item = item_of(1, R"({"a":"abcd"})", {named("a", Comparator::anls)});
    const ItemVerdict one = score(item, R"({"a":"abcx"})");
    const ItemVerdict two = score(item, R"({"a":"abcy"})");
    CHECK(one.value_record == R"({"a":{"score":0.75}})");
    CHECK(one.value_record == two.value_record);
    CHECK(score(item, R"({"a":null})").value_record == R"({"a":null})");
}

// Answers of many shapes against one item: wherever two value records are equal, so are the
// outcomes.
TEST_CASE("equal value records mean equal outcomes and points") {
    const std::string texts[] = {"1",
                                 "\"1\"",
                                 "\"1,0\"",
                                 "1.0",
                                 "null",
                                 "\"\"",
                                 "\"nincs\"",
                                 "[]",
                                 "{}",
                                 "true",
                                 "\"igen\"",
                                 "\"1 Ft\"",
                                 "\"1 EUR\"",
                                 "{\"value\":1}",
                                 "{\"value\":null}",
                                 "\"2026-11-10\"",
                                 "\"2026. nov. 10.\"",
                                 "1e999999",
                                 "\"I\"",
                                 "\"i\"",
                                 "1,\"x\":2",
                                 "1,\"x\":1"};
    std::vector<Item> items;
    for (const Comparator compare :
         {Comparator::string_exact, Comparator::string, Comparator::anls, Comparator::number,
          Comparator::amount, Comparator::date, Comparator::id, Comparator::boolean,
          Comparator::enumeration}) {
        for (const char* gold : {"1", "null", "\"2026-11-10\"", "true", "\"1 HUF\""}) {
            Item item = item_of(3, std::string("{\"x\":") + gold + "}", {named("x", compare)});
            items.push_back(item);
            item.format_policy = FormatPolicy::strict;
            item.fields.edit()[0].options.strict_types = true;
            item.fields.edit()[0].options.currency = CurrencyRule::required;
            item.fields.edit()[0].options.abs_tol = "0.5";
            items.push_back(std::move(item));
        }
    }
    for (const Item& item : items) {
        std::vector<ItemVerdict> verdicts;
        for (const std::string& text : texts) {
            verdicts.push_back(score(item, "{\"x\":" + text + "}"));
            verdicts.push_back(score(item, "Íme {\"x\":" + text + "}"));
        }
        for (const ItemVerdict& a : verdicts) {
            for (const ItemVerdict& b : verdicts) {
                if (a.value_record != b.value_record) continue;
                INFO(to_word(item.fields[0].compare) << " " << a.value_record);
                CHECK(a.outcome_record == b.outcome_record);
                CHECK(a.points == b.points);
            }
        }
    }
}

TEST_CASE("field results survive their JSON form") {
    Item item = invoice();
    item.fields.push_back(named("fuzzy", Comparator::anls));
    item.gold.set("fuzzy", json::make_string("abc"));
    const ItemVerdict verdict = score(
        item,
        R"({"number":"a\n\u0000\"","due":"nincs","total":{"value":1},"rate":1,"fuzzy":"abx"})");
    const std::string text = fields_to_json(verdict.fields);
    const std::vector<FieldResult> back = fields_from_json(text);
    REQUIRE(back.size() == verdict.fields.size());
    CHECK(fields_to_json(back) == text);
    for (std::size_t i = 0; i < back.size(); ++i) {
        CHECK(back[i].field == verdict.fields[i].field);
        CHECK(back[i].raw == verdict.fields[i].raw);
        CHECK(back[i].canonical == verdict.fields[i].canonical);
        CHECK(json::identical(back[i].gold, verdict.fields[i].gold));
        CHECK(back[i].field_class == verdict.fields[i].field_class);
        CHECK(back[i].score == verdict.fields[i].score);  // bit for bit, 2/3 too
        CHECK(back[i].flags == verdict.fields[i].flags);
    }
    CHECK(fields_from_json("not json").empty());
    CHECK(fields_from_json("{}").empty());
}

TEST_CASE("the scorer version names the Unicode library") {
    CHECK(scorer_version().find("utf8proc/") != std::string::npos);
}

}  // namespace kilter
