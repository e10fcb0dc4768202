// The verdict of one trial: extraction, every field against gold, points, and the records that the
// stability scorers compare. Rules: docs/scoring.md. Pure functions of (item, completion):
// any number can be recomputed from what is kept. Any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.hpp"
#include "scorers/answer/extract.hpp"
#include "scorers/fields/judgements.hpp"
#include "suites/suite.hpp"

namespace kilter {

// TP right, FD wrong value, FN missed, FA invented, TN rightly absent. Of calls: a tool that the
// item does not offer (a kind of FD), no call where one was due (a kind of FN). Unavailable: waits
// for a judge.
enum class FieldClass { tp, fd, fn, fa, tn, wrong_tool, missed_call, unavailable };
std::string_view to_word(FieldClass field_class);  // "TP", ..., "wrong_tool", "unavailable"
bool is_wrong(FieldClass field_class);             // FD, FN, FA and the two of calls

struct FieldResult {
    std::string field;  // its path
    std::optional<std::string>
        raw;  // the answer's value: a string's text, else JSON; nullopt: absent
    std::optional<std::string> canonical;  // nullopt: absent or unreadable
    json::Value gold;
    FieldClass field_class = FieldClass::fn;
    double score = 0;                // [0, 1]; TN and TP earn their weight, a list its share
    std::vector<std::string> flags;  // null_as_string, type_coerced, duplicate_key_conflict, ...
    std::string reason;              // of a judged field: what the judge said; empty: not asked
};

struct ItemVerdict {
    ParseStatus parse_status = ParseStatus::empty;
    double points = 0;      // unrounded
    double attainable = 0;  // max points less what waits for a judge
    double max_points = 0;
    // In the suite's order; behind them the extra keys by path (the first 32), class FA, flagged.
    std::vector<FieldResult> fields;
    std::size_t extra_keys = 0;  // all of them
    // Canonical JSON of {path: canonical} over the declared fields in path order, without those
    // that wait for a judge; "unparsed" where there is no answer. Two runs have the same value iff
    // these are equal.
    std::string value_record;
    std::string outcome_record;      // per field: class and score; equal value_record => equal
    std::vector<std::string> flags;  // of the answer, and extra_keys
    bool right() const { return points >= attainable - 1e-9; }  // full attainable points
};

inline constexpr std::string_view k_unparsed = "unparsed";

// Flags of a field.
inline constexpr std::string_view k_flag_conflict = "duplicate_key_conflict";  // scores 0
inline constexpr std::string_view k_flag_duplicate = "duplicate_key";
inline constexpr std::string_view k_flag_null_as_string = "null_as_string";
inline constexpr std::string_view k_flag_coerced = "type_coerced";
// No usable answer, and gold is null: class FN with score 0, never TN; not a miss of a gold value.
inline constexpr std::string_view k_flag_unanswered = "unanswered";
// A member that nobody asked for.
inline constexpr std::string_view k_flag_extra_key = "extra_key";
// Flags of an item, beside those of its answer.
inline constexpr std::string_view k_flag_extra_keys = "extra_keys";
inline constexpr std::string_view k_flag_rejected = "format_rejected";  // not clean, strict policy

// The values of a parsed record, for comparing: without the mark that the strict format policy put
// on it. A fenced and a clean answer with equal fields hold equal values, though they score
// differently.
std::string_view values_of_record(std::string_view value_record);

// Without `judgements` every judged field is unavailable.
ItemVerdict score_item(const Item& item, const Completion& completion,
                       const Judgements* judgements = nullptr);

// Changes whenever a rule of the scorers may change a verdict; names the Unicode library's version.
std::string scorer_version();

// The verdict's field results as JSON for the store, and back.
std::string fields_to_json(const std::vector<FieldResult>& fields);
std::vector<FieldResult> fields_from_json(std::string_view text);

}  // namespace kilter
