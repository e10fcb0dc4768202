// Counts of an experiment while it runs, in another process maybe: what is stored of what was
// planned, what wavers and what loops so far, per engine. Looks only at the trials that are new
// since the last look. One thread.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "harness/store/store_watch.hpp"

namespace kilter {

struct LiveEngine {
    std::string engine;
    long long planned = 0, stored = 0, failed = 0;
    long long unstable = 0;  // items with two different valid outputs so far (level full)
    long long loops = 0;     // runs
};

class LiveTally {
  public:
    explicit LiveTally(std::string experiment) : experiment_(std::move(experiment)) {}

    // An error: the experiment is not there, or the store cannot be read; the counts are then those
    // of before.
    Result<void> look(StoreWatch& store);

    const std::vector<LiveEngine>& engines() const { return engines_; }
    long long planned() const;
    long long stored() const;
    bool complete() const { return stored() >= planned(); }

  private:
    struct ItemState {
        std::string first;  // signature of the first valid run
        bool unstable = false;
    };

    void forget();
    Result<void> add_new(StoreWatch& store);
    void add(const WatchedTrial& trial);
    void add_loops(const std::string& engine, const std::string& loops_json);
    Result<void> ask_for_verdicts(StoreWatch& store);
    LiveEngine* find(const std::string& engine);

    std::string experiment_;
    std::vector<LiveEngine> engines_;
    std::map<std::pair<std::string, long long>, ItemState> items_;
    std::vector<std::pair<long long, std::string>> unscored_;  // trial, engine
    long long last_ = 0;
};

}  // namespace kilter
