// Counts how often each (model, item) was asked, so that the next request gets the next run's
// reply, and notes every request: whether its bytes are those of the first one, and optionally one
// JSON line each in a file. Not thread-safe: the server's loop only.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "harness/sim/sim_server.hpp"

namespace kilter {

// One answer that was sent: what give_back() takes.
struct SentRun {
    std::string model, key;
    int run = 0;
};

class AskLog {
  public:
    // Appends to the file from now on; an error where it cannot be opened.
    Result<void> open(const std::filesystem::path& file);

    // `key`: the item, or what stands for one. Returns the entry that was noted.
    const SimRequestLog& note(const std::string& model, const std::string& item,
                              const std::string& key, const std::string& body_sha256,
                              int in_flight = 1);
    // The reply never reached its client: the next request gets this run again, so that a client
    // that was killed and resumes sees every run once.
    void give_back(const SentRun& sent);

    const std::vector<SimRequestLog>& entries() const { return entries_; }

  private:
    struct Asked {
        int next = 0;
        std::set<int> returned;
        std::string first_sha256;
    };
    std::map<std::pair<std::string, std::string>, Asked> asked_;
    std::vector<SimRequestLog> entries_;
    std::ofstream file_;
};

}  // namespace kilter
