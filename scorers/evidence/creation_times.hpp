// Do runs of one item tell the same creation time, although one was sent seconds after another had
// been answered? An engine cannot make both in one second; something in between that answers twice
// with one body can. Evidence, never a cause. Definitions: docs/evidence.md. Pure, one thread.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "scorers/evidence/trial_facts.hpp"
#include "scorers/summary/stability_detail.hpp"

namespace kilter {

struct ItemRuns {  // runs of a kind, and where
    Rate runs;
    std::vector<std::string> items;
};

class CreationTimes {
  public:
    void add(const ItemFacts& item);
    // Counts items: those that share a time, of those with two valid runs that tell theirs.
    ItemRuns finish() const;

  private:
    struct Answer {
        std::size_t item = 0;
        SentSpan span;
    };
    static bool is_stamp_of_its_own(const std::vector<Answer>& answers);

    std::vector<std::string> items_;
    std::map<long long, std::vector<Answer>> answers_;  // by creation time, in the order of items
    long long of_ = 0;
};

}  // namespace kilter
