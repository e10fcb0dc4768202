// Two conditions side by side, as plain data: which they are, what differs in their settings, every
// item compared, and a little text of the first items that differ. Filled by cli/comparison. Any
// thread.
#pragma once

#include <string>
#include <vector>

#include "scorers/comparison/comparison.hpp"
#include "scorers/comparison/likeness.hpp"

namespace kilter {

struct DiffedCondition {
    std::string engine, experiment;
};

// What the most frequent outputs say around the point where they part; cut.
struct DiffWindow {
    std::string item;                         // as people call it
    std::size_t skipped = 0;                  // code points before `before`
    std::string before, text_a, text_b;       // empty: no such text, or it ends there
    bool absent_a = false, absent_b = false;  // no text in that channel at all
};

struct DiffReport {
    DiffedCondition a, b;
    Level level = Level::content;
    int runs = 0;  // K of both
    std::vector<std::string> suites;
    std::vector<SettingDifference> settings;  // what differs, and may
    std::vector<ItemComparison> items;        // in the suites' order
    Comparison all;
    std::vector<DiffWindow> windows;            // of the first items that differ
    std::vector<std::string> only_a, only_b;    // items that the other side was not asked
    long long same_bytes = 0, bytes_known = 0;  // items whose requests were the same to the byte
    std::vector<std::string> warnings;          // "key: reason" of what is undefined or unsaid
    bool several_suites() const { return suites.size() > 1; }
};

// "T3-05", or "suite/T3-05" where there are several suites.
std::string item_name(const DiffReport& report, const ItemComparison& item);

// Every item compared, whole and the same: nothing is left to find. Else it differs, or, where
// nothing differs but something is missing, it is undecided.
enum class DiffEnd { same, differs, undecided };
DiffEnd end_of(const DiffReport& report);

}  // namespace kilter
