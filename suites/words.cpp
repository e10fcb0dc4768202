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

constexpr std::array<Word<Comparator>, 19> k_comparators{{
    {Comparator::string_exact, "string_exact"},
    {Comparator::string, "string"},
    {Comparator::anls, "anls"},
    {Comparator::number, "number"},
    {Comparator::amount, "amount"},
    {Comparator::percent, "percent"},
    {Comparator::date, "date"},
    {Comparator::duration, "duration"},
    {Comparator::id, "id"},
    {Comparator::boolean, "boolean"},
    {Comparator::enumeration, "enum"},
    {Comparator::citation, "citation"},
    {Comparator::contains_all, "contains_all"},
    {Comparator::regex, "regex"},
    {Comparator::list_set, "list_set"},
    {Comparator::list_ordered, "list_ordered"},
    {Comparator::list_records, "list_records"},
    {Comparator::tool_call, "tool_call"},
    {Comparator::judge, "judge"},
}};

constexpr std::array<Word<Locale>, 3> k_locales{
    {{Locale::hu, "hu"}, {Locale::en, "en"}, {Locale::de, "de"}}};

constexpr std::array<Word<CurrencyRule>, 3> k_currency_rules{{{CurrencyRule::optional, "optional"},
                                                              {CurrencyRule::required, "required"},
                                                              {CurrencyRule::ignore, "ignore"}}};

constexpr std::array<Word<SlashOrder>, 2> k_slash_orders{
    {{SlashOrder::dmy, "dmy"}, {SlashOrder::mdy, "mdy"}}};

constexpr std::array<Word<Granularity>, 3> k_granularities{
    {{Granularity::day, "day"}, {Granularity::month, "month"}, {Granularity::year, "year"}}};

constexpr std::array<Word<CitationLevel>, 4> k_citation_levels{
    {{CitationLevel::act, "act"},
     {CitationLevel::section, "section"},
     {CitationLevel::paragraph, "paragraph"},
     {CitationLevel::point, "point"}}};

constexpr std::array<Word<ListMode>, 2> k_list_modes{
    {{ListMode::position, "position"}, {ListMode::lcs, "lcs"}}};

constexpr std::array<Word<ExtraKeys>, 2> k_extra_keys{
    {{ExtraKeys::report, "report"}, {ExtraKeys::penalise, "penalise"}}};

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

std::vector<std::string> all_comparator_words() {
    std::vector<std::string> words;
    for (const auto& row : k_comparators) words.emplace_back(row.text);
    return words;
}

std::string comparator_words() {
    std::string words;
    for (const auto& row : k_comparators) {
        if (!words.empty()) words += ", ";
        words += row.text;
    }
    return words;
}

bool is_list(Comparator comparator) {
    return comparator == Comparator::list_set || comparator == Comparator::list_ordered ||
           comparator == Comparator::list_records;
}

bool gathers(const Field& field) {
    return field.path.find("[]") != std::string::npos;
}

bool is_fuzzy(const Field& field) {
    return field.compare == Comparator::anls ||
           std::any_of(field.item.begin(), field.item.end(), is_fuzzy);
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

std::optional<CitationLevel> citation_level_from(std::string_view word) {
    return value_of(k_citation_levels, word);
}
std::string_view to_word(CitationLevel level) {
    return word_of(k_citation_levels, level);
}

std::optional<ListMode> list_mode_from(std::string_view word) {
    return value_of(k_list_modes, word);
}
std::string_view to_word(ListMode mode) {
    return word_of(k_list_modes, mode);
}

std::optional<ExtraKeys> extra_keys_from(std::string_view word) {
    return value_of(k_extra_keys, word);
}
std::string_view to_word(ExtraKeys policy) {
    return word_of(k_extra_keys, policy);
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
