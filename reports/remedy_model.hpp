// What a change did to items that were measured twice: an older experiment and the one that was
// made from it, side by side. Plain data, filled by cli/analysis. Any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace kilter {

struct RemedySide {  // the stored runs of one item on one engine
    int runs = 0;
    int looped = 0, answered = 0;
    std::optional<double> points;             // mean over its runs; a failed one adds 0
    std::optional<double> completion_tokens;  // mean over the runs that tell; nullopt: none does
};

struct RemedyItem {
    std::string engine, suite, item;
    RemedySide before, after;
};

struct Remedy {
    std::string before, after;         // experiments
    std::vector<std::string> changes;  // settings as they were given, "request.temperature=0.6"
    std::vector<RemedyItem> items;
};

}  // namespace kilter
