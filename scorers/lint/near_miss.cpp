#include "scorers/lint/near_miss.hpp"

#include <algorithm>
#include <rapidfuzz/distance/Levenshtein.hpp>
#include <set>
#include <utility>

#include "base/text/utf8.hpp"
#include "scorers/fields/amount.hpp"
#include "scorers/fields/comparator.hpp"
#include "scorers/fields/date.hpp"
#include "scorers/fields/lookup.hpp"
#include "scorers/fields/number_text.hpp"
#include "scorers/fields/simple_values.hpp"
#include "scorers/lint/grounding.hpp"
#include "scorers/lint/lint.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_shown = 3;
constexpr std::size_t k_longest_id = 64;  // bytes; longer words are no ids

using Texts = std::vector<std::string_view>;

std::size_t edits(const std::string& a, const std::string& b) {
    return static_cast<std::size_t>(rapidfuzz::levenshtein_distance(a, b));
}

std::vector<std::string> other_dates(const Field& field, const Texts& texts) {
    std::vector<std::string> found;
    for (const std::string_view text : texts) {
        for (const Date& date : find_dates(text, field.options.order)) {
            if (auto shown = canonical(date, field.options.granularity)) {
                found.push_back(std::move(*shown));
            }
        }
    }
    return found;
}

std::size_t whole_digits(const Decimal& number) {
    const std::string text = number.absolute().canonical();
    return std::min(text.find('.'), text.size());
}

// 999 and 1000 are alike; 9 and 12 are different things.
bool about_as_long(std::size_t gold, std::size_t other) {
    constexpr std::size_t k_long = 4;
    if (gold < k_long) return gold == other || (gold == k_long - 1 && other == k_long);
    return other + 1 >= gold && other <= gold + 1;
}

// Years and days are numbers as well, but nobody takes them for a total.
std::set<Decimal> numbers_of_dates(const Field& field, const Texts& texts) {
    std::set<Decimal> numbers;
    for (const std::string_view text : texts) {
        for (const Date& date : find_dates(text, field.options.order)) {
            numbers.insert(Decimal::from_integer(date.year));
            numbers.insert(Decimal::from_integer(date.day));
        }
    }
    return numbers;
}

std::vector<std::string> other_numbers(const Field& field, const Decimal& gold,
                                       const Texts& texts) {
    const std::set<Decimal> dates = numbers_of_dates(field, texts);
    const std::size_t digits = whole_digits(gold);
    std::vector<std::string> found;
    for (const std::string_view text : texts) {
        for (const Decimal& number : find_numbers(field.options, text)) {
            if (!about_as_long(digits, whole_digits(number))) continue;
            if (within_tolerance(field.options, gold.absolute(), number.absolute())) continue;
            if (dates.count(number) == 0) found.push_back(number.canonical());
        }
    }
    return found;
}

// "9A": letters as A, digits as 9, all else as it is.
std::string shape_of(std::string_view text) {
    std::string shape;
    for (const char c : text) {
        const bool digit = c >= '0' && c <= '9';
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                            static_cast<unsigned char>(c) >= 0x80U;
        shape += digit ? '9' : letter ? 'A' : c;
    }
    return shape;
}

// Words with a digit in them, without the marks of the sentence around them.
std::vector<std::string_view> id_like_words(std::string_view text) {
    constexpr std::string_view k_around = ".,;:!?()[]{}<>|\"'*_#";
    std::vector<std::string_view> words;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t from = text.find_first_not_of(" \t\n\r", at);
        if (from == std::string_view::npos) break;
        at = std::min(text.find_first_of(" \t\n\r", from), text.size());
        std::string_view word = text.substr(from, at - from);
        word.remove_prefix(std::min(word.find_first_not_of(k_around), word.size()));
        word = word.substr(0, word.find_last_not_of(k_around) + 1);
        const bool fits = !word.empty() && word.size() <= k_longest_id;
        if (fits && word.find_first_of("0123456789") != std::string_view::npos) {
            words.push_back(word);
        }
    }
    return words;
}

std::vector<std::string> other_ids(const Field& field, const std::string& gold,
                                   const Texts& texts) {
    const std::string shape = shape_of(gold);
    std::vector<std::string> found;
    for (const std::string_view text : texts) {
        for (const std::string_view word : id_like_words(text)) {
            std::string id = squeeze_id(field.options, word);
            if (id.empty() || id == gold) continue;
            constexpr std::size_t k_close = 2;
            if (shape_of(id) == shape ||
                (gold.size() > 2 * k_close && edits(id, gold) <= k_close)) {
                found.push_back(std::move(id));
            }
        }
    }
    return found;
}

// The gold as it is compared with the other values; of an amount only the number.
std::string comparable_gold(const Field& field, const json::Value& gold, std::string canonical) {
    if (field.compare != Comparator::amount) return canonical;
    const auto amount = read_amount(field.options, gold);
    return amount ? amount->value.canonical() : canonical;
}

std::vector<std::string> others(const Field& field, const std::string& gold, const Texts& texts) {
    switch (field.compare) {
        case Comparator::date:
            return other_dates(field, texts);
        case Comparator::id:
            return other_ids(field, gold, texts);
        case Comparator::number:
        case Comparator::amount:
            if (const auto number = Decimal::parse(gold)) {
                return other_numbers(field, *number, texts);
            }
            return {};
        default:
            return {};
    }
}

// Without repetitions and without the gold; the most similar first, then as the text has them.
LookAlikes ranked(std::string gold, const std::vector<std::string>& found) {
    std::vector<std::string> kept;
    for (const std::string& one : found) {
        if (one != gold && std::find(kept.begin(), kept.end(), one) == kept.end()) {
            kept.push_back(one);
        }
    }
    std::vector<std::pair<std::size_t, std::string>> by_distance;
    for (std::string& one : kept) {
        const std::size_t distance = edits(one, gold);
        by_distance.emplace_back(distance, std::move(one));
    }
    std::stable_sort(by_distance.begin(), by_distance.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    LookAlikes out;
    out.gold = std::move(gold);
    out.count = by_distance.size();
    for (std::size_t i = 0; i < std::min(k_shown, by_distance.size()); ++i) {
        out.shown.push_back(std::move(by_distance[i].second));
    }
    return out;
}

LookAlikes look_alikes_of(const Item& item, const Field& field) {
    const Found found = look_up(item.gold, field.path);  // owns what a path through a list gathers
    const json::Value* gold = found.value;
    if (is_list(field.compare) || field.compare == Comparator::tool_call) return {};
    const Reading reading = read_value(field, gold);
    if (reading.absent || !reading.canonical || field.options.waive_grounding) return {};
    const Texts texts = texts_of(item);
    const bool grounded = std::any_of(texts.begin(), texts.end(), [&](std::string_view text) {
        return is_grounded(field, *gold, text);
    });
    if (!grounded) return {};
    const std::string compared = comparable_gold(field, *gold, *reading.canonical);
    LookAlikes out = ranked(compared, others(field, compared, texts));
    out.item = item.id;
    out.field = field.path;
    return out;
}

}  // namespace

std::vector<LookAlikes> find_look_alikes(const Suite& suite) {
    std::vector<LookAlikes> all;
    for (const Item& item : suite.items) {
        for (const Field& field : item.fields) {
            LookAlikes one = look_alikes_of(item, field);
            if (one.count > 0) all.push_back(std::move(one));
        }
    }
    return all;
}

}  // namespace kilter
