// May two conditions be compared at all? Named settings of each, and which of them differ: those
// that make outputs incomparable, and those that are the switch under test. Pure, any thread.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace kilter {

struct SettingDifference {
    std::string name, a, b;  // a value of "" was not set
};

using NamedSettings = std::map<std::string, std::string>;

// By name; a name that one side lacks counts as "".
std::vector<SettingDifference> differing_settings(const NamedSettings& a, const NamedSettings& b);

// "max_tokens 64 and 128; temperature 0 and 0.6"
std::string difference_words(const std::vector<SettingDifference>& differences);

}  // namespace kilter
