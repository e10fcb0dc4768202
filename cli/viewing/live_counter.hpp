// Looks at a store for those who watch it: the state of an experiment, or of all, as the JSON that
// the page's events carry. Opens the store at the first look. One thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/viewing/live_tally.hpp"
#include "harness/store/store_watch.hpp"

namespace kilter {

// What there is to tell of one topic.
struct LiveNews {
    std::string event;      // progress (one experiment), experiments (all), problem
    std::string data;       // JSON
    bool finished = false;  // all planned trials are stored, and nobody works on it
};

// Device and inode of the store's file and of its log; zero where there is none.
using WatchedFiles = std::array<std::uint64_t, 4>;

class LiveCounter {
  public:
    explicit LiveCounter(std::filesystem::path store) : path_(std::move(store)) {}

    // `topics`: ids of experiments, or "" for all of them. One piece of news each, in that order.
    std::vector<LiveNews> look(const std::vector<std::string>& topics);
    void close();

  private:
    Result<bool> refresh();  // true: something was committed since the last look
    LiveNews look_at(const std::string& topic, bool changed);
    LiveNews all_experiments(bool changed);

    std::filesystem::path path_;
    std::optional<StoreWatch> store_;
    WatchedFiles files_{};  // as store_ found them
    std::optional<long long> version_;
    std::map<std::string, LiveTally> tallies_;
    std::vector<WatchedExperiment> experiments_;
};

}  // namespace kilter
