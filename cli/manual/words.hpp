// One small text helper of the writers in this folder. Any thread.
#pragma once

#include <string>
#include <vector>

namespace kilter {

inline std::string space_separated(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

}  // namespace kilter
