#include "scorers/lint/grounding.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text/normalize.hpp"
#include "base/text/utf8.hpp"
#include "scorers/fields/amount.hpp"
#include "scorers/fields/citation.hpp"
#include "scorers/fields/comparator.hpp"
#include "scorers/fields/date.hpp"
#include "scorers/fields/duration.hpp"
#include "scorers/fields/number_text.hpp"
#include "scorers/fields/pattern_match.hpp"
#include "scorers/fields/percent.hpp"
#include "scorers/fields/simple_values.hpp"
#include "scorers/fields/text.hpp"

namespace kilter {
namespace {

bool contains(std::string_view text, std::string_view part) {
    return !part.empty() && text.find(part) != std::string_view::npos;
}

bool holds_text(const Field& field, std::string_view gold, std::string_view text) {
    const bool fold = field.compare != Comparator::string_exact && field.options.fold_case;
    FieldOptions options = field.options;
    options.fold_case = fold;
    const std::string document = normalise_text(options, text);
    const std::string wanted = normalise_text(options, gold);
    if (contains(document, wanted)) return true;
    // Another accepted reading of the same value does as well.
    for (const auto& [reading, others] : field.options.aliases) {
        if (normalise_text(options, reading) != wanted) continue;
        const auto stands = [&](const std::string& other) {
            return contains(document, normalise_text(options, other));
        };
        if (std::any_of(others.begin(), others.end(), stands)) return true;
    }
    return false;
}

bool holds_date(const Field& field, const std::string& gold, std::string_view text) {
    for (const Date& date : find_dates(text, field.options.order, field.options.languages)) {
        if (canonical(date, field.options.granularity) == gold) return true;
    }
    return false;
}

bool is_word_byte(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80U || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

// An id must begin and end where a run of letters and digits does: "2021/001" is not in
// "12021/0012". So the text is squeezed from each such beginning, as far as the id is long.
bool holds_id(const Field& field, const std::string& gold, std::string_view text) {
    const std::size_t most = gold.size() * 4 + 64;  // bytes that separators and folding may add
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool begins = at == 0 || !is_word_byte(text[at - 1]) || !is_word_byte(text[at]);
        if (!begins || utf8::is_continuation(text[at]) ||
            is_space(utf8::step(text, at).code_point)) {
            continue;
        }
        std::size_t end = at;
        const std::size_t limit = std::min(text.size(), at + most);
        while (end < limit) {
            while (end < limit && is_word_byte(text[end])) ++end;
            const std::string squeezed = squeeze_id(field.options, text.substr(at, end - at));
            if (squeezed == gold) return true;
            if (squeezed.size() > gold.size() || !gold.starts_with(squeezed)) break;
            if (end < limit) ++end;
        }
    }
    return false;
}

// A length of time in digits, or as the gold writes it.
bool holds_duration(const Field& field, std::string_view gold, std::string_view value,
                    std::string_view text) {
    if (contains(normalise_text(text, true), normalise_text(gold, true))) return true;
    for (const Duration& duration : find_durations(text)) {
        if (canonical(duration, field.options.unify) == value) return true;
    }
    return false;
}

// The section is enough: its parts stand in many places of a text.
bool holds_section(const Field& field, std::string_view gold, std::string_view text) {
    const auto citation = read_citation(field.options, gold);
    if (!citation) return false;
    const std::string& wanted = citation->section.empty() ? citation->act : citation->section;
    return contains(normalise_text(text, true), wanted);
}

bool holds_phrases(const Field& field, std::string_view text) {
    return find_phrases(field.options, text).size() == field.options.phrases.size();
}

bool is_scalar_grounded(const Field& field, const json::Value& gold, const std::string& value,
                        std::string_view text) {
    const std::string_view written = scalar_text(gold).value_or("");
    switch (field.compare) {
        case Comparator::date:
            return holds_date(field, value, text);
        case Comparator::duration:
            return holds_duration(field, written, value, text);
        case Comparator::citation:
            return holds_section(field, written, text);
        case Comparator::id:
            return holds_id(field, value, text);
        case Comparator::number: {
            const auto number = read_number(field.options, gold);
            return number && holds_number(field.options, *number, text);
        }
        case Comparator::percent: {
            const auto percent = read_percent(field.options, gold);
            return percent && holds_number(field.options, percent->value, text);
        }
        case Comparator::amount: {
            const auto amount = read_amount(field.options, gold);
            return amount && holds_number(field.options, amount->value, text);
        }
        case Comparator::enumeration:
            return holds_text(field, value, text);
        default:
            return holds_text(field, written, text);
    }
}

}  // namespace

bool is_grounded(const Field& field, const json::Value& gold, std::string_view text) {
    const std::optional<std::string> value = read_value(field, &gold).canonical;
    if (!value) return false;
    switch (field.compare) {
        case Comparator::boolean:
        case Comparator::judge:
            return true;
        case Comparator::regex:
            return match_groups(field.options, text).has_value();
        case Comparator::contains_all:
            return holds_phrases(field, text);
        default:
            return is_scalar_grounded(field, gold, *value, text);
    }
}

}  // namespace kilter
