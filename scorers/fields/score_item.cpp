#include "scorers/fields/score_item.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/json/write.hpp"
#include "base/text/normalize.hpp"
#include "base/text/utf8.hpp"
#include "scorers/fields/comparator.hpp"
#include "scorers/fields/extra_keys.hpp"
#include "scorers/fields/lookup.hpp"
#include "scorers/fields/records.hpp"
#include "scorers/fields/tool_calls.hpp"
#include "scorers/stability/loops.hpp"

namespace kilter {
namespace {

// Raised by one whenever a rule that may change a verdict changes.
constexpr std::string_view k_rules = "kie/3";

// Of a list whose gold is null: whatever stands in it is invented.
constexpr std::size_t k_fewest_elements = 100;

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

FieldClass class_of(const Item& item, const Field& field, const Reading& answer, double score) {
    if (field.compare == Comparator::tool_call && calls_unknown_tool(item, answer)) {
        return FieldClass::wrong_tool;
    }
    // Parts of a list or of phrases do not make it right.
    const bool right = earns_in_parts(field.compare) ? score >= 1 : score > 0;
    return right ? FieldClass::tp : FieldClass::fd;
}

FieldClass class_of_missing(const Field& field) {
    return field.compare == Comparator::tool_call ? FieldClass::missed_call : FieldClass::fn;
}

// Of the field's gold: no value is the right answer. A judged field always wants a value: without
// gold its rubric says which.
bool wants_nothing(const Field& field, const json::Value* gold) {
    return field.compare != Comparator::judge && read_value(field, gold).absent;
}

bool waits_for_judge(const Item& item, const Field& field, const Judgements* judgements) {
    return field.compare == Comparator::judge &&
           (judgements == nullptr || !judgements->available(item, field));
}

// What needs no judge to be wrong is not put before one.
void classify_judged(const Item& item, const Field& field, const json::Value& answer,
                     const Judgements& judgements, FieldResult& result) {
    result.canonical = judged_word(false);
    const std::string text = judged_text(answer);
    if (text.size() > k_longest_judged) {
        result.flags.emplace_back(k_flag_too_long);
        return set_class(result, FieldClass::fd, 0);
    }
    std::optional<Judgement> judgement = judgements.find(item, field, text);
    if (!judgement) {
        result.canonical.reset();
        return set_class(result, FieldClass::unavailable, 0);
    }
    result.canonical = judged_word(judgement->right);
    result.reason = std::move(judgement->reason);
    set_class(result, judgement->right ? FieldClass::tp : FieldClass::fd, judgement->right ? 1 : 0);
}

void classify(const Item& item, const Field& field, const json::Value* gold,
              const json::Value* answer, const Judgements* judgements, FieldResult& result) {
    const Reading wanted = read_value(field, gold);
    const std::size_t most = gold == nullptr ? k_fewest_elements : most_elements(*gold);
    const Reading reading = read_value(field, answer, most);
    result.canonical = reading.canonical;
    // A null word keeps its text; null, a missing key and an amount without value have none.
    if (answer != nullptr && (!reading.absent || !reading.flags.empty())) {
        result.raw = raw_text(*answer);
    }
    result.flags.insert(result.flags.end(), reading.flags.begin(), reading.flags.end());
    if (waits_for_judge(item, field, judgements)) {
        return set_class(result, FieldClass::unavailable, 0);
    }
    const bool nothing_wanted = field.compare != Comparator::judge && wanted.absent;
    if (reading.absent) {
        return nothing_wanted ? set_class(result, FieldClass::tn, 1)
                              : set_class(result, class_of_missing(field), 0);
    }
    if (field.compare == Comparator::judge) {
        return classify_judged(item, field, *answer, *judgements, result);
    }
    if (wanted.absent) return set_class(result, FieldClass::fa, 0);
    const double score = compare_readings(field, wanted, reading);
    set_class(result, class_of(item, field, reading, score), score);
}

FieldResult score_field(const Item& item, const Field& field, const json::Value& answer,
                        const Judgements* judgements) {
    FieldResult result;
    result.field = field.path;
    const Found in_gold = look_up(item.gold, field.path);
    const json::Value* gold = in_gold.value;
    if (gold != nullptr) result.gold = *gold;
    const Found found = look_up(answer, field.path);
    if (found.conflict.empty() || waits_for_judge(item, field, judgements)) {
        classify(item, field, gold, found.value, judgements, result);
        if (found.duplicate) result.flags.emplace_back(k_flag_duplicate);
        return result;
    }
    // Which of the values is meant cannot be known, so that none counts.
    result.raw = raw_of_conflict(found.conflict);
    result.flags.emplace_back(k_flag_conflict);
    set_class(result, wants_nothing(field, gold) ? FieldClass::fa : FieldClass::fd, 0);
    return result;
}

// There is no answer to read, or the format policy refuses it.
void make_unanswered(const Item& item, const Field& field, const Judgements* judgements,
                     FieldResult& result) {
    if (waits_for_judge(item, field, judgements)) {
        return set_class(result, FieldClass::unavailable, 0);
    }
    const bool nothing_wanted = wants_nothing(field, &result.gold);
    set_class(result, nothing_wanted ? FieldClass::fn : class_of_missing(field), 0);
    if (nothing_wanted) result.flags.emplace_back(k_flag_unanswered);
}

std::set<std::string> judged_in(const Item& item, const ItemVerdict& verdict) {
    std::set<std::string> judged;
    for (std::size_t i = 0; i < item.fields.size(); ++i) {
        if (item.fields[i].compare != Comparator::judge) continue;
        if (verdict.fields[i].field_class != FieldClass::unavailable) {
            judged.insert(item.fields[i].path);
        }
    }
    return judged;
}

double points_of(const Item& item, const ItemVerdict& verdict) {
    double earned = 0;
    double all = 0;
    bool full = true;
    for (std::size_t i = 0; i < item.fields.size(); ++i) {
        const Field& field = item.fields[i];
        const FieldResult& result = verdict.fields[i];
        all += field.weight;
        if (result.field_class == FieldClass::unavailable) continue;
        earned += field.weight * result.score;
        full &= result.score >= 1;
        const bool gate =
            std::find(item.gate.begin(), item.gate.end(), field.path) != item.gate.end();
        if (gate && is_wrong(result.field_class)) return 0;
    }
    if (item.extra_keys == ExtraKeys::penalise && verdict.extra_keys > 0) {
        all += static_cast<double>(verdict.extra_keys);  // each as a wrong field of weight 1
        full = false;
    }
    if (full) return verdict.attainable;
    if (item.scoring == ItemScoring::all_or_nothing || all <= 0) return 0;
    return item.points * (earned / all);
}

// Text of an answer for showing; a hostile one may be long.
std::string shortened(const std::string& text) {
    constexpr std::size_t k_longest = 200;  // bytes
    if (text.size() <= k_longest) return text;
    std::size_t end = k_longest;
    while (end > 0 && utf8::is_continuation(text[end])) --end;
    return text.substr(0, end) + "\xE2\x80\xA6";
}

void list_extra_keys(const Item& item, const json::Value& answer, ItemVerdict& verdict) {
    constexpr std::size_t k_most_shown = 32;
    const auto extra = find_extra_keys(item, answer);
    if (extra.empty()) return;
    verdict.flags.emplace_back(k_flag_extra_keys);
    verdict.extra_keys = extra.size();
    for (const auto& [path, value] : extra) {
        if (verdict.fields.size() == item.fields.size() + k_most_shown) return;
        FieldResult result;
        result.field = shortened(path);
        result.raw = shortened(raw_text(*value));
        result.flags.emplace_back(k_flag_extra_key);
        set_class(result, FieldClass::fa, 0);
        verdict.fields.push_back(std::move(result));
    }
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
        case FieldClass::wrong_tool:
            return "wrong_tool";
        case FieldClass::missed_call:
            return "missed_call";
        case FieldClass::unavailable:
            break;
    }
    return "unavailable";
}

bool is_wrong(FieldClass field_class) {
    switch (field_class) {
        case FieldClass::fd:
        case FieldClass::fn:
        case FieldClass::fa:
        case FieldClass::wrong_tool:
        case FieldClass::missed_call:
            return true;
        default:
            return false;
    }
}

ItemVerdict score_item(const Item& item, const Completion& completion,
                       const Judgements* judgements) {
    const Field* call = call_field(item);
    Answer answer = call == nullptr ? extract_answer(completion, root_kind(item))
                                    : extract_calls(*call, completion);
    const bool answered = has_answer(answer.status);
    const bool rejected = answered && item.format_policy == FormatPolicy::strict &&
                          answer.status != ParseStatus::clean;
    ItemVerdict verdict;
    verdict.parse_status = answer.status;
    verdict.max_points = item.points;
    verdict.flags = std::move(answer.flags);
    if (rejected) verdict.flags.emplace_back(k_flag_rejected);
    verdict.fields.reserve(item.fields.size());
    Records records;
    if (rejected) records.mark_rejected(to_word(answer.status));
    for (const Field& field : item.fields) {
        FieldResult result = score_field(item, field, answer.value, judgements);
        if (!answered || rejected) make_unanswered(item, field, judgements, result);
        records.add(field, result);
        verdict.fields.push_back(std::move(result));
    }
    verdict.attainable = attainable_points(item, judged_in(item, verdict));
    if (answered) list_extra_keys(item, answer.value, verdict);
    if (item.extra_keys == ExtraKeys::penalise && verdict.extra_keys > 0) {
        records.mark_extra_keys(verdict.extra_keys);
    }
    verdict.points = points_of(item, verdict);
    verdict.value_record = answered ? records.value_record() : std::string(k_unparsed);
    verdict.outcome_record = records.outcome_record();
    return verdict;
}

std::string scorer_version() {
    return std::string(k_rules) + " loops-" + std::string(k_loop_detector_version) + " utf8proc/" +
           unicode_library_version();
}

}  // namespace kilter
