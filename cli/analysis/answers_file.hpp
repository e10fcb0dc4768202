// Answers made elsewhere, from JSON Lines: one completion a line, only `item` is required. All
// mistakes are gathered with file:line:column. One thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "harness/store/rows.hpp"
#include "suites/suite.hpp"

namespace kilter {

struct ImportedAnswers {
    int runs = 0;                      // K: the highest k + 1
    std::vector<std::string> engines;  // in the order of their first line
    std::vector<std::string> items;    // those answered, in the suite's order
    std::vector<TrialRow> trials;      // keys without the experiment's id
};

// `default_engine`: for lines without one (the file's name). `k` defaults to the line's place among
// its engine's and item's lines. nullopt and at least one error where the file cannot be used.
std::optional<ImportedAnswers> read_answers(std::string_view text, std::string_view file,
                                            const Suite& suite, const std::string& default_engine,
                                            Diagnostics& diagnostics);

}  // namespace kilter
