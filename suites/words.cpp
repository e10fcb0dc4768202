#include "suites/words.hpp"

#include <algorithm>
#include <array>

namespace kilter {
namespace {

template <class Enum>
struct Word {
    Enum value;
    std::string_view text;
};

template <class Enum, std::size_t N>
std::optional<Enum> value_of(const std::array<Word<Enum>, N>& table, std::string_view text) {
    for (const auto& row : table) {
        if (row.text == text) return row.value;
    }
    return std::nullopt;
}

template <class Enum, std::size_t N>
std::string_view word_of(const std::array<Word<Enum>, N>& table, Enum value) {
    for (const auto& row : table) {
        if (row.value == value) return row.text;
    }
    return {};
}

constexpr std::array<Word<Comparator>, 10> k_comparators{{
    {Comparator::string_exact, "string_exact"},
    {Comparator::string, "string"},
    {Comparator::anls, "anls"},
    {Comparator::number, "number"},
    {Comparator::amount, "amount"},
    {Comparator::date, "date"},
    {Comparator::id, "id"},
    {Comparator::boolean, "boolean"},
    {Comparator::enumeration, "enum"},
    {Comparator::judge, "judge"},
}};

constexpr std::array<std::string_view, 9> k_later{"list_set",     "list_ordered", "list_records",
                                                  "contains_all", "regex",        "citation",
                                                  "duration",     "percent",      "tool_call"};

constexpr std::array<Word<Locale>, 3> k_locales{
    {{Locale::hu, "hu"}, {Locale::en, "en"}, {Locale::de, "de"}}};

constexpr std::array<Word<CurrencyRule>, 3> k_currency_rules{{{CurrencyRule::optional, "optional"},
                                                              {CurrencyRule::required, "required"},
                                                              {CurrencyRule::ignore, "ignore"}}};

constexpr std::array<Word<SlashOrder>, 2> k_slash_orders{
    {{SlashOrder::dmy, "dmy"}, {SlashOrder::mdy, "mdy"}}};

constexpr std::array<Word<Granularity>, 3> k_granularities{
    {{Granularity::day, "day"}, {Granularity::month, "month"}, {Granularity::year, "year"}}};

constexpr std::array<Word<FormatPolicy>, 2> k_format_policies{
    {{FormatPolicy::lenient, "lenient"}, {FormatPolicy::strict, "strict"}}};

constexpr std::array<Word<ItemScoring>, 2> k_item_scorings{
    {{ItemScoring::weighted, "weighted"}, {ItemScoring::all_or_nothing, "all_or_nothing"}}};

}  // namespace

std::optional<Comparator> comparator_from(std::string_view word) {
    return value_of(k_comparators, word);
}
std::string_view to_word(Comparator comparator) {
    return word_of(k_comparators, comparator);
}

bool is_later_comparator(std::string_view word) {
    return std::find(k_later.begin(), k_later.end(), word) != k_later.end();
}

std::optional<Locale> locale_from(std::string_view word) {
    return value_of(k_locales, word);
}
std::string_view to_word(Locale locale) {
    return word_of(k_locales, locale);
}

std::optional<CurrencyRule> currency_rule_from(std::string_view word) {
    return value_of(k_currency_rules, word);
}
std::string_view to_word(CurrencyRule rule) {
    return word_of(k_currency_rules, rule);
}

std::optional<SlashOrder> slash_order_from(std::string_view word) {
    return value_of(k_slash_orders, word);
}
std::string_view to_word(SlashOrder order) {
    return word_of(k_slash_orders, order);
}

std::optional<Granularity> granularity_from(std::string_view word) {
    return value_of(k_granularities, word);
}
std::string_view to_word(Granularity granularity) {
    return word_of(k_granularities, granularity);
}

std::optional<FormatPolicy> format_policy_from(std::string_view word) {
    return value_of(k_format_policies, word);
}
std::string_view to_word(FormatPolicy policy) {
    return word_of(k_format_policies, policy);
}

std::optional<ItemScoring> item_scoring_from(std::string_view word) {
    return value_of(k_item_scorings, word);
}
std::string_view to_word(ItemScoring scoring) {
    return word_of(k_item_scorings, scoring);
}

}  // namespace kilter
