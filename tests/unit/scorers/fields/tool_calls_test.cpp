#include "scorers/fields/tool_calls.hpp"

#include "tests/unit/scorers/fields/suite_helpers.hpp"

namespace kilter::test {
namespace {

Item calling(const std::string& gold, const std::string& more = "") {
    const auto [suite, errors] = load(
        "suite: s\nversion: 1\nitems:\n"
        "  - id: a\n"
        "    prompt: p\n"
        "    locale: hu\n"
        "    points: 4\n"
        "    answer: {type: tool_call}\n"
        "    tools:\n"
        "      - {type: function, function: {name: find}}\n"
        "      - {type: function, function: {name: send}}\n" +
        more + "    gold: {c: " + gold +
        "}\n"
        "    fields: {c: {compare: tool_call, arguments: {no: id, date: date, total: {compare: "
        "number, weight: 2}}}}\n");
    INFO(errors);
    REQUIRE(suite);
    return suite->items.at(0);
}

ItemVerdict made(const Item& item, std::vector<ToolCall> calls, std::string content = "") {
    Completion completion;
    completion.tool_calls = std::move(calls);
    completion.content = {TextState::text, std::move(content)};
    completion.finish_reason = "tool_calls";
    return score_item(item, completion);
}

const std::string k_gold = "{name: find, arguments: {no: 2021/000123, date: 2026-11-10}}";
const std::string k_right = R"({"no":"2021/000123","date":"2026. november 10."})";

}  // namespace

TEST_CASE("a call is the tool and its arguments, each by its comparator") {
    const Item item = calling(k_gold);
    const ItemVerdict right = made(item, {{"find", k_right}});
    CHECK(right.parse_status == ParseStatus::clean);
    CHECK(classes_of(right) == "TP");
    CHECK(right.points == 4);
    CHECK(right.value_record ==
          R"({"c":"[{\"name\":\"find\",\"arguments\":)"
          R"({\"no\":\"2021/000123\",\"date\":\"2026-11-10\",\"total\":null}}]"})");
    // One of two arguments; the third is not part of the call.
    const ItemVerdict half =
        made(item, {{"find", R"({"no":"2021/000123","date":"2026-11-05","total":null})"}});
    CHECK(classes_of(half) == "FD");
    CHECK(half.points == 2);
    // An invented argument of weight 2 beside two right ones.
    CHECK(made(item, {{"find", R"({"no":"2021/000123","date":"2026-11-10","total":1})"}}).points ==
          2);
}

TEST_CASE("another tool, a tool that is not offered, no call at all") {
    const Item item = calling(k_gold);
    CHECK(classes_of(made(item, {{"send", k_right}})) == "FD");
    const ItemVerdict unknown = made(item, {{"fetch", k_right}});
    CHECK(classes_of(unknown) == "wrong_tool");
    CHECK(unknown.points == 0);
    const ItemVerdict text = made(item, {}, "A számla száma 2021/000123.");
    CHECK(text.parse_status == ParseStatus::clean);
    CHECK(classes_of(text) == "missed_call");
    CHECK(text.value_record == R"({"c":null})");
    const ItemVerdict nothing = made(item, {});
    CHECK(nothing.parse_status == ParseStatus::empty);
    CHECK(classes_of(nothing) == "missed_call");
    CHECK(nothing.value_record == k_unparsed);
    CHECK(made(item, {}, "<think>a").parse_status == ParseStatus::unclosed_think);
}

TEST_CASE("arguments that are no JSON object are no call") {
    const Item item = calling(k_gold);
    const ItemVerdict broken = made(item, {{"find", R"({"no":"2021/0001)"}});
    CHECK(broken.parse_status == ParseStatus::invalid_json);
    CHECK(classes_of(broken) == "missed_call");
    CHECK(broken.value_record == k_unparsed);
    const ItemVerdict one_of_two = made(item, {{"find", "[1]"}, {"find", k_right}});
    CHECK(one_of_two.parse_status == ParseStatus::clean);
    CHECK(one_of_two.points == 2);
    CHECK(classes_of(made(calling("{name: find}"), {{"find", ""}})) == "TP");
}

TEST_CASE("several calls pair like rows, in any order") {
    const Item item = calling("[" + k_gold + ", {name: send, arguments: {total: 5}}]");
    const ItemVerdict right = made(item, {{"send", R"({"total":"5"})"}, {"find", k_right}});
    CHECK(classes_of(right) == "TP");
    CHECK(right.value_record ==
          made(item, {{"find", k_right}, {"send", R"({"total":5.0})"}}).value_record);
    CHECK(made(item, {{"find", k_right}}).points == 2);
    const ItemVerdict twice = made(calling(k_gold), {{"find", k_right}, {"find", k_right}});
    CHECK(twice.points == 2);
    CHECK(classes_of(made(item, {{"find", k_right}, {"fetch", "{}"}})) == "wrong_tool");
}

TEST_CASE("where no call is due, a call is invented") {
    const Item item = calling("null");
    CHECK(classes_of(made(item, {}, "Nem kell hívás.")) == "TN");
    CHECK(made(item, {}, "Nem kell hívás.").points == 4);
    CHECK(classes_of(made(item, {{"find", "{}"}})) == "FA");
    const ItemVerdict silent = made(item, {});
    CHECK(classes_of(silent) == "FN");
    CHECK(has_flag(silent.fields[0].flags, k_flag_unanswered));
    CHECK(silent.points == 0);
}

TEST_CASE("arguments that nobody asked for are listed") {
    const ItemVerdict verdict =
        made(calling(k_gold), {{"find", R"({"no":"2021/000123","date":"2026-11-10","limit":5})"}});
    CHECK(classes_of(verdict) == "TP FA");
    CHECK(verdict.fields[1].field == "c[].arguments.limit");
    CHECK(verdict.points == 4);
    CHECK(made(calling(k_gold, "    extra_keys: penalise\n"),
               {{"find", R"({"no":"2021/000123","date":"2026-11-10","limit":5})"}})
              .points == 2);
}

TEST_CASE("the strict policy takes calls as they are") {
    const Item item = calling(k_gold, "    format_policy: strict\n");
    CHECK(made(item, {{"find", k_right}}).points == 4);
}

TEST_CASE("the words of classes go through the store") {
    const ItemVerdict verdict = made(calling(k_gold), {{"fetch", "{}"}});
    CHECK(fields_from_json(fields_to_json(verdict.fields)).at(0).field_class ==
          FieldClass::wrong_tool);
    const ItemVerdict missed = made(calling(k_gold), {});
    CHECK(fields_from_json(fields_to_json(missed.fields)).at(0).field_class ==
          FieldClass::missed_call);
}

}  // namespace kilter::test
