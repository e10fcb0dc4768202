// Fields count for every engine alike, or for none. Hand-made items of 2 points: `a` is compared,
// `s` is judged.
#include "scorers/judge/desk.hpp"

#include "tests/unit/scorers/judge/judge_helpers.hpp"

using namespace kilter;
using namespace kilter::test;

namespace {

Completion answer(const std::string& s, const std::string& a = "1") {
    return said("{\"a\":\"" + a + "\",\"s\":" + s + "}");
}

std::string classes(const ItemVerdict& verdict) {
    return std::string(to_word(verdict.fields[0].field_class)) + " " +
           std::string(to_word(verdict.fields[1].field_class));
}

}  // namespace

TEST_CASE("judge desk: equal answers are one question, whoever gave them") {
    const Item item = judged_item();
    JudgeDesk desk("j");
    for (int run = 0; run < 5; ++run) desk.add(item, answer("\"damp  felt\""));
    desk.add(item, answer("\" damp felt\"", "another a"));
    desk.add(item, answer("\"dry\""));
    REQUIRE(desk.cases().size() == 2);
    CHECK(desk.cases()[0].question.answer == "damp felt");
    CHECK(desk.cases()[0].item == "T7-01");
    CHECK(desk.cases()[0].field == "s");
    CHECK(desk.open().size() == 2);
    desk.take(desk.cases()[0].key, {true, ""});
    REQUIRE(desk.open().size() == 1);
    CHECK(desk.open()[0]->question.answer == "dry");
}

TEST_CASE("judge desk: a field counts when the last of its answers is judged") {
    const Item item = judged_item();
    JudgeDesk desk("j");
    desk.add(item, answer("\"damp\""));
    desk.add(item, answer("\"dry\""));
    const ItemVerdict before = score_item(item, answer("\"damp\""), &desk);
    CHECK(classes(before) == "TP unavailable");
    CHECK(before.points == 1);
    CHECK(before.attainable == 1);
    CHECK(before.value_record == R"({"a":"1"})");
    desk.take(desk.cases()[0].key, {true, "same fact"});
    CHECK(desk.judged().empty());
    CHECK(score_item(item, answer("\"damp\""), &desk).attainable == 1);  // judged, but not alone
    desk.take(desk.cases()[1].key, {false, "contradicts"});
    CHECK(desk.judged() == std::map<std::string, std::set<std::string>>{{"T7-01", {"s"}}});

    const ItemVerdict right = score_item(item, answer("\"damp\""), &desk);
    CHECK(classes(right) == "TP TP");
    CHECK(right.points == 2);
    CHECK(right.attainable == 2);
    CHECK(right.right());
    CHECK(right.fields[1].raw == "damp");
    CHECK(right.fields[1].canonical == "right");
    CHECK(right.fields[1].reason == "same fact");
    CHECK(right.value_record == R"({"a":"1","s":"right"})");
    CHECK(right.outcome_record == R"({"a":["TP",1],"s":["TP",1]})");
    CHECK(fields_from_json(fields_to_json(right.fields)).at(1).reason == "same fact");

    const ItemVerdict wrong = score_item(item, answer("\"dry\""), &desk);
    CHECK(classes(wrong) == "TP FD");
    CHECK(wrong.points == 1);
    CHECK(wrong.attainable == 2);
    CHECK(wrong.value_record == R"({"a":"1","s":"wrong"})");
}

TEST_CASE("judge desk: no answer is wrong without a judge, and makes no field count") {
    const Item item = judged_item();
    JudgeDesk desk("j");
    for (const Completion& none : {said(""), said("no JSON"), answer("null"), answer("\" \""),
                                   said("{\"a\":\"1\"}"), answer("\"nincs\"")}) {
        desk.add(item, none);
    }
    CHECK(desk.cases().empty());
    CHECK(desk.judged().empty());  // nobody was judged: it stays unavailable for all
    CHECK(classes(score_item(item, answer("null"), &desk)) == "TP unavailable");
    desk.add(item, answer("\"damp\""));
    desk.take(desk.cases().at(0).key, {true, ""});
    CHECK(classes(score_item(item, answer("null"), &desk)) == "TP FN");
    CHECK(score_item(item, answer("null"), &desk).attainable == 2);
    CHECK(score_item(item, answer("null"), &desk).value_record == R"({"a":"1","s":null})");
    CHECK(classes(score_item(item, said(""), &desk)) == "FN FN");
    CHECK(score_item(item, said(""), &desk).points == 0);
    CHECK(score_item(item, said(""), &desk).attainable == 2);
}

TEST_CASE("judge desk: without gold the rubric is asked about, and no value is a miss") {
    for (const char* gold : {R"({"a":"1","s":null})", R"({"a":"1"})"}) {
        INFO(gold);
        const Item item = judged_item(gold, "it names water");
        JudgeDesk desk("j");
        desk.add(item, answer("\"damp\""));
        REQUIRE(desk.cases().size() == 1);
        CHECK(desk.cases()[0].question.gold.empty());
        desk.take(desk.cases()[0].key, {true, ""});
        CHECK(classes(score_item(item, answer("\"damp\""), &desk)) == "TP TP");
        CHECK(classes(score_item(item, answer("null"), &desk)) == "TP FN");
        const ItemVerdict none = score_item(item, said(""), &desk);
        CHECK(classes(none) == "FN FN");
        CHECK(none.fields[1].flags.empty());
    }
}

TEST_CASE("judge desk: two values under one key are wrong, and a text beyond all measure too") {
    const Item item = judged_item();
    JudgeDesk desk("j");
    const Completion twice = said(R"({"a":"1","s":"damp","s":"dry"})");
    const Completion endless = answer("\"" + std::string(k_longest_judged + 1, 'x') + "\"");
    desk.add(item, twice);
    desk.add(item, endless);
    CHECK(desk.cases().empty());
    desk.add(item, answer("\"damp\""));
    desk.take(desk.cases().at(0).key, {true, ""});
    CHECK(classes(score_item(item, twice, &desk)) == "TP FD");
    const ItemVerdict verdict = score_item(item, endless, &desk);
    CHECK(classes(verdict) == "TP FD");
    CHECK(verdict.fields[1].flags == std::vector<std::string>{"too_long_to_judge"});
    CHECK(verdict.value_record == R"({"a":"1","s":"wrong"})");
}

TEST_CASE(
    "judge desk: an answer that the strict policy refuses is unanswered, with the same value") {
    Item item = judged_item();
    item.format_policy = FormatPolicy::strict;
    const Completion fenced = said("```json\n{\"a\":\"1\",\"s\":\"damp\"}\n```");
    JudgeDesk desk("j");
    desk.add(item, fenced);
    REQUIRE(desk.cases().size() == 1);
    desk.take(desk.cases()[0].key, {true, ""});
    const ItemVerdict refused = score_item(item, fenced, &desk);
    CHECK(classes(refused) == "FN FN");
    CHECK(refused.points == 0);
    CHECK(refused.attainable == 2);
    const ItemVerdict clean = score_item(item, answer("\"damp\""), &desk);
    CHECK(values_of_record(refused.value_record) == values_of_record(clean.value_record));
}

TEST_CASE("judge desk: another judge knows nothing of these judgements") {
    const Item item = judged_item();
    JudgeDesk first("j1");
    JudgeDesk second("j2");
    first.add(item, answer("\"damp\""));
    second.add(item, answer("\"damp\""));
    second.take(first.cases()[0].key, {true, ""});
    CHECK(second.open().size() == 1);
    CHECK(second.judged().empty());
}

TEST_CASE("judge desk: gate and all_or_nothing take a judged field like any other") {
    Item item = judged_item();
    item.gate = {"s"};
    JudgeDesk desk("j");
    desk.add(item, answer("\"dry\""));
    CHECK(score_item(item, answer("\"dry\""), &desk).points == 1);
    desk.take(desk.cases()[0].key, {false, ""});
    CHECK(score_item(item, answer("\"dry\""), &desk).points == 0);
    item.gate.clear();
    item.scoring = ItemScoring::all_or_nothing;
    CHECK(score_item(item, answer("\"dry\""), &desk).points == 0);
    CHECK(score_item(item, answer("\"dry\"")).points == 1);  // no judge: what is left is right
}
