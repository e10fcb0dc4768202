// The question that a judge is asked about one answer, as messages, and the key under which what it
// says is kept. The answer that is judged is hostile: it stands in the messages as a JSON string
// and nowhere else. Pure, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suites/suite.hpp"

namespace kilter {

// Part of the key of every judgement: changes with the wording below.
inline constexpr std::string_view k_judge_prompt = "kilter.judge-prompt/1";

struct JudgeQuestion {
    std::string question;  // that the engine was asked, without its documents
    std::string rubric;    // what makes an answer right
    std::string gold;      // a text, or JSON; empty: there is none
    std::string answer;    // judged_text() of the value
};

// For a field of the comparator judge.
JudgeQuestion judge_question(const Item& item, const Field& field, std::string answer);

std::vector<Message> judge_messages(const JudgeQuestion& question);

// SHA-256 of the judge (digest of its settings), the prompt's wording and the question.
std::string judge_key(std::string_view judge_digest, const JudgeQuestion& question);

}  // namespace kilter
