// Do runs of one item tell the same creation time, although one was sent seconds after another had
// been answered? An engine cannot make both in one second; something in between that answers twice
// with one body can. Evidence, never a cause. Definitions: docs/evidence.md. Memory grows with the
// seconds in which answers were made, not with the runs. Pure, one thread.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
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
    // From the first answer to the last sending.
    class Gap {
      public:
        void add(const SentSpan& span);
        bool is_wide() const;

      private:
        double first_answered_ = 0, last_sent_ = 0;  // ms
        bool any_ = false;
    };
    struct Time {
        Gap firsts;                     // of the span with which each item came to it first
        std::vector<std::size_t> wide;  // items with a wide gap between their runs of this time
    };

    std::vector<std::string> items_;
    std::unordered_map<long long, Time> times_;  // by creation time
    long long of_ = 0;
};

}  // namespace kilter
