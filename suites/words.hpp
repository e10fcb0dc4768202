// The words of suite files for the enumerations of field.hpp and suite.hpp, both ways. nullopt: no
// such word. Comparators have their own pair in field.hpp. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/field.hpp"
#include "suites/suite.hpp"

namespace kilter {

std::optional<Locale> locale_from(std::string_view word);
std::string_view to_word(Locale locale);

std::optional<CurrencyRule> currency_rule_from(std::string_view word);
std::string_view to_word(CurrencyRule rule);

std::optional<SlashOrder> slash_order_from(std::string_view word);
std::string_view to_word(SlashOrder order);

std::optional<Granularity> granularity_from(std::string_view word);
std::string_view to_word(Granularity granularity);

std::optional<CitationLevel> citation_level_from(std::string_view word);
std::string_view to_word(CitationLevel level);

std::optional<ListMode> list_mode_from(std::string_view word);
std::string_view to_word(ListMode mode);

std::optional<ExtraKeys> extra_keys_from(std::string_view word);
std::string_view to_word(ExtraKeys policy);

std::optional<FormatPolicy> format_policy_from(std::string_view word);
std::string_view to_word(FormatPolicy policy);

std::optional<ItemScoring> item_scoring_from(std::string_view word);
std::string_view to_word(ItemScoring scoring);

// All comparators, for messages: "string_exact, string, ...".
std::string comparator_words();  // joined by commas
std::vector<std::string> all_comparator_words();

}  // namespace kilter
