// Gold against document text: does every gold value stand in the documents of its item? Structural
// checks are made when a suite loads. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "suites/suite.hpp"

namespace kilter {

struct LintFinding {
    std::string item;
    std::string field;
    std::string message;
};

// Canonical gold must occur in the canonicalised document text, unless the field waives it.
std::vector<LintFinding> lint_suite(const Suite& suite);

}  // namespace kilter
