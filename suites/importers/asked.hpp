// Small makers for AskedField: schemas of values, comparators with options, and the three objects
// that a list of asked fields becomes in a suite file (schema, gold, fields). Pure, any thread.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "suites/importers/imported.hpp"

namespace kilter {

// {type: [TYPE, "null"]}: an answer may always say that a value is not there.
json::Value nullable(std::string_view type);

// {compare: WORD, ...options}
json::Value compare_with(std::string_view word, std::initializer_list<json::Member> options);

// A string, or null where it is empty.
json::Value text_or_null(const std::string& text);
// A number, or null where the literal is empty.
json::Value number_or_null(const std::string& literal);

// Dotted paths become objects inside objects; every key is required.
json::Value schema_of(const std::vector<AskedField>& asked);
json::Value gold_of(const std::vector<AskedField>& asked);
// Keyed by path, as `fields:` of a suite.
json::Value fields_of(const std::vector<AskedField>& asked);

// "a, b and c" in the language of the question.
std::string list_in_words(const std::vector<AskedField>& asked, std::string_view lang);

}  // namespace kilter
