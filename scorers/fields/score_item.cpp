#include "scorers/fields/score_item.hpp"

#include <algorithm>
#include <utility>

#include "base/json/write.hpp"
#include "base/text/normalize.hpp"
#include "scorers/fields/comparator.hpp"
#include "scorers/fields/lookup.hpp"
#include "scorers/fields/records.hpp"

namespace kilter {
namespace {

// Raised by one whenever a rule that may change a verdict changes.
constexpr std::string_view k_rules = "kie/1";

json::Kind root_kind(const Item& item) {
    const json::Value* type = item.schema.find("type");
    return type != nullptr && type->is_string() && type->text == "array" ? json::Kind::array
                                                                         : json::Kind::object;
}

std::string raw_text(const json::Value& value) {
    return value.is_string() ? value.text : json::write(value);
}

std::string raw_of_conflict(const std::vector<const json::Value*>& values) {
    std::string text;
    for (const json::Value* value : values) {
        if (!text.empty()) text += " | ";
        text += value == nullptr ? "(missing)" : json::write(*value);
    }
    return text;
}

void set_class(FieldResult& result, FieldClass field_class, double score) {
    result.field_class = field_class;
    result.score = score;
}

void classify(const Field& field, const json::Value* gold, const json::Value* answer,
              FieldResult& result) {
    const bool gold_absent = read_value(field, gold).absent;
    Reading reading = read_value(field, answer);
    result.canonical = std::move(reading.canonical);
    // A null word keeps its text; null, a missing key and an amount without value have none.
    if (answer != nullptr && (!reading.absent || !reading.flags.empty())) {
        result.raw = raw_text(*answer);
    }
    for (std::string& flag : reading.flags) result.flags.push_back(std::move(flag));
    if (field.compare == Comparator::judge) return set_class(result, FieldClass::unavailable, 0);
    if (reading.absent) {
        return gold_absent ? set_class(result, FieldClass::tn, 1)
                           : set_class(result, FieldClass::fn, 0);
    }
    if (gold_absent) return set_class(result, FieldClass::fa, 0);
    const double score = compare_values(field, *gold, *answer);
    set_class(result, score > 0 ? FieldClass::tp : FieldClass::fd, score);
}

FieldResult score_field(const Item& item, const Field& field, const json::Value& answer) {
    FieldResult result;
    result.field = field.path;
    const json::Value* gold = look_up(item.gold, field.path).value;
    if (gold != nullptr) result.gold = *gold;
    const Found found = look_up(answer, field.path);
    if (found.conflict.empty() || field.compare == Comparator::judge) {
        classify(field, gold, found.value, result);
        if (found.duplicate) result.flags.emplace_back(k_flag_duplicate);
        return result;
    }
    // Which of the values is meant cannot be known, so that none counts.
    result.raw = raw_of_conflict(found.conflict);
    result.flags.emplace_back(k_flag_conflict);
    const bool gold_absent = read_value(field, gold).absent;
    set_class(result, gold_absent ? FieldClass::fa : FieldClass::fd, 0);
    return result;
}

// There is no answer to read, or the format policy refuses it.
void make_unanswered(const Field& field, FieldResult& result) {
    if (field.compare == Comparator::judge) return set_class(result, FieldClass::unavailable, 0);
    set_class(result, FieldClass::fn, 0);
    if (read_value(field, &result.gold).absent) result.flags.emplace_back(k_flag_unanswered);
}

bool is_wrong(const FieldResult& result) {
    return result.field_class == FieldClass::fd || result.field_class == FieldClass::fn ||
           result.field_class == FieldClass::fa;
}

double points_of(const Item& item, const std::vector<FieldResult>& results) {
    double earned = 0;
    double all = 0;
    bool full = true;
    for (std::size_t i = 0; i < results.size(); ++i) {
        const Field& field = item.fields[i];
        all += field.weight;
        if (field.compare == Comparator::judge) continue;
        earned += field.weight * results[i].score;
        full &= results[i].score >= 1;
        const bool gate =
            std::find(item.gate.begin(), item.gate.end(), field.path) != item.gate.end();
        if (gate && is_wrong(results[i])) return 0;
    }
    if (full) return attainable_points(item);
    if (item.scoring == ItemScoring::all_or_nothing || all <= 0) return 0;
    return item.points * (earned / all);
}

}  // namespace

std::string_view to_word(FieldClass field_class) {
    switch (field_class) {
        case FieldClass::tp:
            return "TP";
        case FieldClass::fd:
            return "FD";
        case FieldClass::fn:
            return "FN";
        case FieldClass::fa:
            return "FA";
        case FieldClass::tn:
            return "TN";
        case FieldClass::unavailable:
            break;
    }
    return "unavailable";
}

ItemVerdict score_item(const Item& item, const Completion& completion) {
    Answer answer = extract_answer(completion, root_kind(item));
    const bool answered = has_answer(answer.status);
    const bool rejected = answered && item.format_policy == FormatPolicy::strict &&
                          answer.status != ParseStatus::clean;
    ItemVerdict verdict;
    verdict.parse_status = answer.status;
    verdict.max_points = item.points;
    verdict.attainable = attainable_points(item);
    verdict.flags = std::move(answer.flags);
    if (rejected) verdict.flags.emplace_back(k_flag_rejected);
    if (answered && has_extra_keys(item, answer.value)) {
        verdict.flags.emplace_back(k_flag_extra_keys);
    }
    Records records;
    if (rejected) records.mark_rejected(to_word(answer.status));
    for (const Field& field : item.fields) {
        FieldResult result = score_field(item, field, answer.value);
        if (!answered || rejected) make_unanswered(field, result);
        records.add(field, result);
        verdict.fields.push_back(std::move(result));
    }
    verdict.points = points_of(item, verdict.fields);
    verdict.value_record = answered ? records.value_record() : std::string(k_unparsed);
    verdict.outcome_record = records.outcome_record();
    return verdict;
}

std::string scorer_version() {
    return std::string(k_rules) + " utf8proc/" + unicode_library_version();
}

}  // namespace kilter
