#include "scorers/evidence/answer_shape.hpp"

#include <algorithm>

#include "scorers/answer/extract.hpp"

namespace kilter {

AnswerShape::AnswerShape(const Item& item) : item_(item) {
    const json::Value* type = item.schema.find("type");
    if (type != nullptr && type->is_string() && type->text == "array") root_ = json::Kind::array;
    if (item.schema.is_null()) return;
    std::vector<SchemaProblem> problems;
    schema_ = SchemaCheck::compile(item.schema, problems);
}

bool AnswerShape::fits(const json::Value& value) const {
    return !schema_ || schema_->validate(value).empty();
}

bool AnswerShape::is_content_exact(const Completion& completion) const {
    const Answer answer = extract_answer(completion, root_);
    return answer.status == ParseStatus::clean && fits(answer.value);
}

bool AnswerShape::is_in_reasoning(const Completion& completion) const {
    Completion swapped;
    swapped.content = completion.reasoning;
    const Answer answer = extract_answer(swapped, root_);
    if (!has_answer(answer.status)) return false;
    if (root_ == json::Kind::array) return fits(answer.value);
    return std::any_of(
        item_.gold.members.begin(), item_.gold.members.end(),
        [&answer](const json::Member& member) { return answer.value.find(member.key) != nullptr; });
}

}  // namespace kilter
