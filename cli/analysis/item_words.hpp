// ITEM on the command line: `id` or `suite/id`. An ambiguous word is an error that lists the
// readings; an unknown one names the nearest ids. Pure, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "harness/runner/run_plan.hpp"
#include "harness/store/rows.hpp"

namespace kilter {

struct ItemName {
    std::string suite, item;
    friend bool operator==(const ItemName&, const ItemName&) = default;
};

Result<ItemName> find_item(const std::vector<SuiteSelection>& suites, std::string_view word);

// Keeps the named items of a plan; no words: all.
Result<void> keep_named_items(std::vector<PlannedSuite>& suites,
                              const std::vector<std::string>& words);

// Comma-separated words, as in --item A,B; empty parts are skipped.
std::vector<std::string> split_words(const std::vector<std::string>& arguments);

}  // namespace kilter
