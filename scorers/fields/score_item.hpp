// The verdict of one trial: extraction, every field against gold, points, and the records that the
// stability scorers compare. Pure functions of (item, completion): any number can be recomputed from
// what is kept. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.hpp"
#include "scorers/answer/extract.hpp"
#include "suites/suite.hpp"

namespace kilter {

// TP right, FD wrong value, FN missed, FA invented, TN rightly absent; unavailable: needs a judge.
enum class FieldClass { tp, fd, fn, fa, tn, unavailable };
std::string_view to_word(FieldClass field_class);  // "TP", ..., "unavailable"

struct FieldResult {
    std::string field;                     // its path
    std::optional<std::string> raw;        // the answer's value: a string's text, else JSON; nullopt: absent
    std::optional<std::string> canonical;  // nullopt: absent or unreadable
    json::Value gold;
    FieldClass field_class = FieldClass::fn;
    double score = 0;                      // [0, 1]; TN and TP earn their weight
    std::vector<std::string> flags;        // null_as_string, type_coerced, duplicate_key_conflict
};

struct ItemVerdict {
    ParseStatus parse_status = ParseStatus::empty;
    double points = 0;      // unrounded
    double attainable = 0;  // max points less what needs a judge
    double max_points = 0;
    std::vector<FieldResult> fields;  // in the suite's order
    // Canonical JSON of {path: canonical} over the declared, judged-free fields in path order;
    // "unparsed" where there is no answer. Two runs have the same value iff these are equal.
    std::string value_record;
    std::string outcome_record;  // per field: class and score; equal value_record => equal
    std::vector<std::string> flags;  // of the answer, and extra_keys
    bool right() const { return points >= attainable - 1e-9; }  // full attainable points
};

inline constexpr std::string_view k_unparsed = "unparsed";

ItemVerdict score_item(const Item& item, const Completion& completion);

// Changes whenever a rule of the scorers may change a verdict; names the Unicode library's version.
std::string scorer_version();

// The verdict's field results as JSON for the store, and back.
std::string fields_to_json(const std::vector<FieldResult>& fields);
std::vector<FieldResult> fields_from_json(std::string_view text);

}  // namespace kilter
