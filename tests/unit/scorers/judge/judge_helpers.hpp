// Items with a judged field, answers to them, and a judge of fixed opinions.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "scorers/fields/score_item.hpp"
#include "tests/unit/scorers/fields/field_helpers.hpp"

namespace kilter::test {

// 2 points: a text `a` and a judged text `s`, equal weights.
inline Item judged_item(std::string_view gold = R"({"a":"1","s":"The felt is damp."})",
                        std::string rubric = "") {
    Item item;
    item.id = "T7-01";
    item.points = 2;
    item.question = "What is wrong?";
    item.gold = parsed(gold);
    Field a = field_of(Comparator::string);
    a.path = "a";
    Field s = field_of(Comparator::judge);
    s.path = "s";
    s.options.rubric = std::move(rubric);
    item.fields = {a, s};
    return item;
}

inline Completion said(std::string content) {
    Completion completion;
    completion.content = {TextState::text, std::move(content)};
    completion.finish_reason = "stop";
    completion.finished = true;
    return completion;
}

}  // namespace kilter::test
