#include "scorers/fields/comparator.hpp"

#include <algorithm>
#include <utility>

#include "base/json/write.hpp"
#include "base/text/normalize.hpp"
#include "scorers/fields/amount.hpp"
#include "scorers/fields/citation.hpp"
#include "scorers/fields/date.hpp"
#include "scorers/fields/duration.hpp"
#include "scorers/fields/lists.hpp"
#include "scorers/fields/number_text.hpp"
#include "scorers/fields/pattern_match.hpp"
#include "scorers/fields/percent.hpp"
#include "scorers/fields/simple_values.hpp"
#include "scorers/fields/text.hpp"
#include "scorers/fields/tool_calls.hpp"

namespace kilter {
namespace {

// An answer that says that there is no value.
bool is_absent(const Field& field, const json::Value* value, bool& as_string) {
    if (value == nullptr || value->is_null()) return true;
    if (value->is_string()) {
        as_string = is_null_word(value->text) && !is_listed_text(field.options, value->text);
        return as_string;
    }
    // {"value": null} is an amount that is not there.
    if (field.compare != Comparator::amount || !value->is_object()) return false;
    const json::Value* inner = value->find("value");
    if (inner == nullptr) return false;
    as_string = inner->is_string() && is_null_word(inner->text);
    return inner->is_null() || as_string;
}

// The answer has another JSON type than the comparator's own, though it can be read.
bool is_coerced(const Field& field, const json::Value& value) {
    switch (field.compare) {
        case Comparator::number:
        case Comparator::boolean:
            return value.is_string();
        case Comparator::amount: {
            const json::Value* number = value.is_object() ? value.find("value") : &value;
            if (number == nullptr || !number->is_string()) return false;
            // Text is the natural form of an amount that names its currency.
            const auto amount = read_amount_text(field.options, number->text);
            return amount && amount->currency.empty();
        }
        case Comparator::percent: {
            const auto percent = read_percent(field.options, value);
            return value.is_string() && percent && !percent->has_sign;
        }
        default:
            return !value.is_string();
    }
}

std::optional<std::string> canonical_scalar(const Field& field, const json::Value& value) {
    const std::optional<std::string_view> text = scalar_text(value);
    if (!text) return std::nullopt;
    switch (field.compare) {
        case Comparator::string_exact:
            return field.options.nfkc ? nfkc(*text) : nfc(*text);
        case Comparator::string:
            return canonical_text(field.options, *text);
        case Comparator::anls:
            return normalise_text(field.options, *text);
        case Comparator::date: {
            const auto date = read_date(*text, field.options.order, field.options.languages);
            return date ? canonical(*date, field.options.granularity) : std::nullopt;
        }
        case Comparator::duration: {
            const auto duration = read_duration(*text);
            return duration ? std::optional(canonical(*duration, field.options.unify))
                            : std::nullopt;
        }
        case Comparator::citation: {
            const auto citation = read_citation(field.options, *text);
            return citation ? std::optional(canonical(field.options, *citation)) : std::nullopt;
        }
        case Comparator::regex:
            return match_groups(field.options, *text);
        default:
            return std::nullopt;
    }
}

void read_phrases(const Field& field, const json::Value& value, Reading& reading) {
    // A list, such as gold that lists the phrases, is read as its texts one behind the other.
    std::string text;
    if (value.is_array()) {
        for (const json::Value& one : value.items) text += one.text + "\n";
    } else if (const auto scalar = scalar_text(value)) {
        text = *scalar;
    } else {
        return;
    }
    std::vector<std::string> found = find_phrases(field.options, text);
    json::Value list = json::make_array();
    reading.count = found.size();
    for (std::string& phrase : found) list.items.push_back(json::make_string(std::move(phrase)));
    reading.canonical = json::write(list);
}

void read_scalar(const Field& field, const json::Value& value, Reading& reading) {
    switch (field.compare) {
        case Comparator::number:
            reading.number = read_number(field.options, value);
            break;
        case Comparator::percent:
            if (const auto percent = read_percent(field.options, value)) {
                reading.number = percent->value;
            }
            break;
        case Comparator::amount:
            if (const auto amount = read_amount(field.options, value)) {
                reading.number = amount->value;
                reading.name = amount->currency;
                reading.canonical = canonical(*amount);
            }
            return;
        case Comparator::contains_all:
            return read_phrases(field, value, reading);
        case Comparator::id:
            reading.canonical = canonical_id(field.options, value);
            return;
        case Comparator::boolean:
            reading.canonical = canonical_boolean(field.options, value);
            return;
        case Comparator::enumeration:
            reading.canonical = canonical_code(field.options, value);
            return;
        default:
            reading.canonical = canonical_scalar(field, value);
            return;
    }
    if (reading.number) reading.canonical = reading.number->canonical();
}

double verdict(bool equal) {
    return equal ? 1.0 : 0.0;
}

double share_of_phrases(const FieldOptions& options, const Reading& answer) {
    const std::size_t all = options.phrases.size();
    if (answer.count >= all) return verdict(all > 0);
    if (!options.partial) return 0;
    return static_cast<double>(answer.count) / static_cast<double>(all);
}

std::size_t longest_list(const json::Value& value) {
    std::size_t longest = value.items.size();
    for (const json::Value& item : value.items) longest = std::max(longest, longest_list(item));
    for (const json::Member& member : value.members) {
        longest = std::max(longest, longest_list(member.value));
    }
    return longest;
}

}  // namespace

bool Reading::has_flag(std::string_view flag) const {
    return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

Reading read_value(const Field& field, const json::Value* value, std::size_t most) {
    Reading reading;
    bool as_string = false;
    if (is_absent(field, value, as_string)) {
        reading.absent = true;
        if (as_string) reading.flags.emplace_back("null_as_string");
        return reading;
    }
    if (field.compare == Comparator::judge) return reading;  // only a judge can read it
    if (is_list(field.compare)) return read_list(field, *value, most);
    if (field.compare == Comparator::tool_call) return read_calls(field, *value, most);
    read_scalar(field, *value, reading);
    if (reading.canonical && is_coerced(field, *value)) reading.flags.emplace_back("type_coerced");
    return reading;
}

std::size_t most_elements(const json::Value& gold) {
    return 4 * longest_list(gold) + 100;
}

double compare_readings(const Field& field, const Reading& gold, const Reading& answer) {
    const FieldOptions& options = field.options;
    if (!gold.canonical || !answer.canonical) return 0;
    switch (field.compare) {
        case Comparator::number:
            if (options.strict_types && answer.has_flag("type_coerced")) return 0;
            return verdict(within_tolerance(options, *gold.number, *answer.number));
        case Comparator::percent:
            return verdict(within_tolerance(options, *gold.number, *answer.number));
        case Comparator::amount:
            return verdict(
                equal_amounts(options, {*gold.number, gold.name}, {*answer.number, answer.name}));
        case Comparator::anls:
            return text_similarity(options, *gold.canonical, *answer.canonical);
        case Comparator::citation:
            return verdict(equal_citations(*gold.canonical, *answer.canonical));
        case Comparator::contains_all:
            return share_of_phrases(options, answer);
        case Comparator::list_set:
        case Comparator::list_ordered:
        case Comparator::list_records:
            return compare_lists(field, gold, answer);
        case Comparator::tool_call:
            return compare_calls(field, gold, answer);
        default:
            return verdict(*gold.canonical == *answer.canonical);
    }
}

double compare_values(const Field& field, const json::Value& gold, const json::Value& answer) {
    const Reading a = read_value(field, &gold);
    const Reading b = read_value(field, &answer, most_elements(gold));
    if (a.absent || b.absent) return verdict(a.absent && b.absent);
    return compare_readings(field, a, b);
}

bool earns_in_parts(Comparator comparator) {
    return is_list(comparator) || comparator == Comparator::tool_call ||
           comparator == Comparator::contains_all;
}

}  // namespace kilter
