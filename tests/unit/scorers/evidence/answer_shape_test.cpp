#include "scorers/evidence/answer_shape.hpp"

#include <catch2/catch_all.hpp>
#include <string>

#include "base/json/read.hpp"

using namespace kilter;

namespace {

Item item_with(const std::string& schema, const std::string& gold) {
    Item item;
    item.structured = true;
    if (!schema.empty()) item.schema = json::read(schema).value;
    item.gold = json::read(gold).value;
    return item;
}

Completion with(TextState state, const std::string& content, const std::string& reasoning = "") {
    Completion completion;
    completion.content = {state, content};
    completion.reasoning = {reasoning.empty() ? TextState::absent : TextState::text, reasoning};
    completion.finish_reason = "stop";
    return completion;
}

const std::string k_schema =
    R"({"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]})";

}  // namespace

TEST_CASE("B24: a constrained answer is one JSON value of the schema and nothing else") {
    const Item item = item_with(k_schema, R"({"a":1})");
    const AnswerShape shape(item);
    const auto exact = [&](const std::string& text) {
        return shape.is_content_exact(with(TextState::text, text));
    };
    CHECK(exact(R"({"a":5})"));
    CHECK(exact("\n {\"a\": 5}\n"));
    CHECK_FALSE(exact("Sure! The total is 5."));
    CHECK_FALSE(exact("Sure! {\"a\":5}"));
    CHECK_FALSE(exact("```json\n{\"a\":5}\n```"));
    CHECK_FALSE(exact(R"({"a":"5"})"));
    CHECK_FALSE(exact(R"({"b":5})"));
    CHECK_FALSE(exact(R"([{"a":5}])"));
    CHECK_FALSE(exact(""));
}

TEST_CASE("B24: without a schema that can be used any object is the form") {
    const Item item = item_with("", R"({"a":1})");
    const AnswerShape shape(item);
    CHECK(shape.is_content_exact(with(TextState::text, R"({"b":1})")));
    CHECK_FALSE(shape.is_content_exact(with(TextState::text, "5")));
}

TEST_CASE("B25: an answer in the reasoning has a member that the gold answer has") {
    const Item item = item_with(k_schema, R"({"a":1})");
    const AnswerShape shape(item);
    const auto found = [&](const std::string& text) {
        return shape.is_in_reasoning(with(TextState::null, "", text));
    };
    CHECK(found(R"({"a":1})"));
    CHECK(found("The answer follows. {\"a\":\"wrong kind\"}"));
    CHECK(found("```json\n{\"a\":1}\n```"));
    CHECK_FALSE(found(R"({"note":1})"));
    CHECK_FALSE(found("{}"));
    CHECK_FALSE(found("I think that a is 1."));
    CHECK_FALSE(shape.is_in_reasoning(with(TextState::text, R"({"a":1})")));
    const Item list = item_with(R"({"type":"array","items":{"type":"integer"}})", R"({"a":1})");
    const AnswerShape of_list(list);
    CHECK(of_list.is_in_reasoning(with(TextState::null, "", "[1, 2]")));
    CHECK_FALSE(of_list.is_in_reasoning(with(TextState::null, "", R"(["1"])")));
}
