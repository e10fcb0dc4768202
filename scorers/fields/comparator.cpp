#include "scorers/fields/comparator.hpp"

#include <utility>

#include "base/text/normalize.hpp"
#include "scorers/fields/amount.hpp"
#include "scorers/fields/date.hpp"
#include "scorers/fields/number_text.hpp"
#include "scorers/fields/simple_values.hpp"
#include "scorers/fields/text.hpp"

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
        default:
            return !value.is_string();
    }
}

std::optional<std::string> canonical_scalar(const Field& field, const json::Value& value) {
    const std::optional<std::string_view> text = scalar_text(value);
    if (!text) return std::nullopt;
    switch (field.compare) {
        case Comparator::string_exact:
            return nfc(*text);
        case Comparator::string:
            return canonical_text(field.options, *text);
        case Comparator::anls:
            return normalise_text(*text, field.options.fold_case);
        case Comparator::date: {
            const std::optional<Date> date = read_date(*text, field.options.order);
            return date ? canonical(*date, field.options.granularity) : std::nullopt;
        }
        default:
            return std::nullopt;
    }
}

std::optional<std::string> canonical_value(const Field& field, const json::Value& value) {
    switch (field.compare) {
        case Comparator::number: {
            const std::optional<Decimal> number = read_number(field.options, value);
            return number ? std::optional(number->canonical()) : std::nullopt;
        }
        case Comparator::amount: {
            const std::optional<Amount> amount = read_amount(field.options, value);
            return amount ? std::optional(canonical(*amount)) : std::nullopt;
        }
        case Comparator::id:
            return canonical_id(field.options, value);
        case Comparator::boolean:
            return canonical_boolean(field.options, value);
        case Comparator::enumeration:
            return canonical_code(field.options, value);
        default:
            return canonical_scalar(field, value);
    }
}

double verdict(bool equal) {
    return equal ? 1.0 : 0.0;
}

}  // namespace

Reading read_value(const Field& field, const json::Value* value) {
    Reading reading;
    bool as_string = false;
    if (is_absent(field, value, as_string)) {
        reading.absent = true;
        if (as_string) reading.flags.emplace_back("null_as_string");
        return reading;
    }
    if (field.compare == Comparator::judge) return reading;  // only a judge can read it
    reading.canonical = canonical_value(field, *value);
    if (reading.canonical && is_coerced(field, *value)) reading.flags.emplace_back("type_coerced");
    return reading;
}

double compare_values(const Field& field, const json::Value& gold, const json::Value& answer) {
    const FieldOptions& options = field.options;
    if (field.compare == Comparator::number) {
        if (options.strict_types && !answer.is_number()) return 0;
        const std::optional<Decimal> a = read_number(options, gold);
        const std::optional<Decimal> b = read_number(options, answer);
        return verdict(a && b && within_tolerance(options, *a, *b));
    }
    if (field.compare == Comparator::amount) {
        const std::optional<Amount> a = read_amount(options, gold);
        const std::optional<Amount> b = read_amount(options, answer);
        return verdict(a && b && equal_amounts(options, *a, *b));
    }
    const std::optional<std::string> a = canonical_value(field, gold);
    const std::optional<std::string> b = canonical_value(field, answer);
    if (!a || !b) return 0;
    if (field.compare == Comparator::anls) return text_similarity(options, *a, *b);
    return verdict(*a == *b);
}

}  // namespace kilter
