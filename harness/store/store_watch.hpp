// Follows a store while another process fills it: whether anything was committed, and the trials
// that are new since. Reads hashes, never texts, so that it may be asked twice a second. One thread
// at a time.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "harness/store/rows.hpp"
#include "harness/store/sqlite.hpp"

namespace kilter {

// A trial as it counts while a run is on.
struct WatchedTrial {
    long long id = 0;  // grows
    std::string engine;
    long long item = 0;  // of whatever suite
    Outcome outcome = Outcome::interrupted;
    TextState reasoning_state = TextState::absent, content_state = TextState::absent;
    std::string reasoning_sha256, content_sha256, tool_calls_sha256;  // empty: no such text
    bool scored = false;
    std::string loops_json;  // of its verdict
};

struct WatchedExperiment {
    std::string id;
    int runs = 0;  // K
    long long planned = 0, stored = 0, failed = 0;
};

struct WatchedEngine {
    std::string engine;
    long long planned = 0;
};

class StoreWatch {
  public:
    static Result<StoreWatch> open(const std::filesystem::path& path);

    // Changes when another connection has committed something, and costs next to nothing.
    Result<long long> version();
    // All of them, oldest first.
    Result<std::vector<WatchedExperiment>> experiments();
    // In the order of the plan; an error where there is no such experiment.
    Result<std::vector<WatchedEngine>> engines(std::string_view experiment);
    Result<long long> stored(std::string_view experiment);
    // Those of a higher id, ascending.
    Result<std::vector<WatchedTrial>> trials_after(std::string_view experiment, long long id);
    // Of a trial that had no verdict yet; nullopt: still none.
    Result<std::optional<std::string>> loops_of(long long trial);

  private:
    explicit StoreWatch(sqlite::Database database) : database_(std::move(database)) {}

    sqlite::Database database_;
};

}  // namespace kilter
