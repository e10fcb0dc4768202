// Gold against document text: does every gold value stand in the documents of its item? Structural
// checks are made when a suite loads. Pure, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suites/suite.hpp"

namespace kilter {

struct LintFinding {
    std::string item;
    std::string field;
    std::string message;
};

// What the engine reads: the documents, or the messages where an item has none.
std::vector<std::string_view> texts_of(const Item& item);

// Canonical gold must occur in the canonicalised document text, unless the field waives it.
std::vector<LintFinding> lint_suite(const Suite& suite);

}  // namespace kilter
