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

// {type: [array, "null"], items: ITEMS}
json::Value nullable_list(json::Value items);
// Columns of the rows of a list: an object with these names, in this order; none has to be there.
json::Value row_schema(const std::vector<AskedField>& columns);

// {compare: WORD, ...options}
json::Value compare_with(std::string_view word, std::initializer_list<json::Member> options);

// {compare: list_records, item: {column: comparator, ...}}
json::Value compare_rows(const std::vector<AskedField>& columns);

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
