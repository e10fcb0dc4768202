// Text as the comparators compare it: normalised, never with diacritics folded. And the words that
// mean "there is no such value". Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.hpp"
#include "suites/field.hpp"

namespace kilter {

// NFC, invisible characters dropped, quotes and dashes unified, white space collapsed, case folded
// where asked.
std::string normalise_text(std::string_view text, bool fold_case);

// The same as the field's options ask: NFKC first, punctuation as white space.
std::string normalise_text(const FieldOptions& options, std::string_view text);

// "", "-", "null", "none", "n/a", "nincs", "nincs adat", "nem szerepel", whatever their case.
bool is_null_word(std::string_view text);

// A scalar as text: a string's content, a number's literal, true or false. nullopt: null, a list or
// an object.
std::optional<std::string_view> scalar_text(const json::Value& value);

// Normalised, and mapped to the listed reading where the text is one of its aliases.
std::string canonical_text(const FieldOptions& options, std::string_view text);
// Declared as an alias or as the reading of one: then it is a value even where it is a null word.
bool is_listed_text(const FieldOptions& options, std::string_view text);

// The phrases of options.phrases that the text holds, in their order. A phrase begins where a word
// begins; behind it letters may follow (case suffixes), digits behind a digit may not.
std::vector<std::string> find_phrases(const FieldOptions& options, std::string_view text);

// 1 - edit distance / longer length, in code points of two canonical texts; 0 below options.tau.
double text_similarity(const FieldOptions& options, std::string_view gold, std::string_view answer);

}  // namespace kilter
