// Finds the JSON answer in a completion's content: strict JSON, else the last fenced block, else
// the last balanced object or list that parses. Never looks into the reasoning. Steps and statuses:
// docs/scoring.md. Pure, any thread; linear in the content's length.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.hpp"
#include "harness/wire/completion.hpp"

namespace kilter {

enum class ParseStatus {
    clean,
    fenced,
    embedded,
    empty,
    unclosed_think,
    root_mismatch,
    invalid_json,
};
std::string_view to_word(ParseStatus status);
// Clean, fenced and embedded carry a value; the others never earn points.
bool has_answer(ParseStatus status);

struct Answer {
    ParseStatus status = ParseStatus::empty;
    json::Value value;               // of the asked root kind, where has_answer(status)
    std::vector<std::string> flags;  // truncated, multiple_candidates, duplicate_key,
                                     // repaired_surrogate, too_deep, ...
};

// `root`: the kind that the item's schema asks for (object, unless it says array).
Answer extract_answer(const Completion& completion, json::Kind root = json::Kind::object);

}  // namespace kilter
