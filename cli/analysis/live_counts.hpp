// Counts while a run is on: items unstable so far, runs that looped so far. One hash per engine and
// item, however many runs. Loop's thread.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "harness/store/rows.hpp"

namespace kilter {

class LiveCounts {
  public:
    // A trial that is stored; `verdict` may be null (failed).
    void add(const TrialRow& trial, const VerdictRow* verdict);
    std::size_t unstable() const { return unstable_.size(); }
    long long loops() const { return loops_; }

  private:
    using ItemKey = std::pair<std::string, std::string>;  // engine, suite/item
    std::map<ItemKey, std::string> first_;                // signature at level full
    std::set<ItemKey> unstable_;
    long long loops_ = 0;
};

}  // namespace kilter
