// What the mock server has seen since it was last told to forget: requests, how many of them at the
// same time, how often each note was asked for, and how busy its core was meanwhile. One thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

namespace kilter::bench {

inline std::int64_t clock_ns(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

class MockCounters {
  public:
    // How often this note was asked for before.
    std::uint32_t begin(std::uint32_t note) {
        if (requests_ == 0) sample(first_wall_, first_cpu_);
        ++requests_;
        most_open_ = std::max(most_open_, ++open_);
        if (note >= asks_.size()) asks_.resize(note + 1U);
        return asks_[note]++;
    }

    void end(bool finished) {
        --open_;
        finished_ += finished ? 1 : 0;
    }

    // From the last byte of the request to the first token.
    void add_wait(std::uint32_t note, std::int64_t ns) { waits_.emplace_back(note, ns); }

    // Call it in every turn of the loop: reads the clock of the process only every few
    // milliseconds.
    void turn(std::int64_t now) {
        if (requests_ == turned_requests_ && finished_ == turned_finished_) return;
        if (now - last_wall_ < 2'000'000 && open_ > 0) return;
        turned_requests_ = requests_;
        turned_finished_ = finished_;
        sample(last_wall_, last_cpu_);
    }

    void forget() {
        const std::uint64_t open = open_;  // those go on
        *this = MockCounters{};
        open_ = open;
    }

    std::string as_json() const {
        std::uint32_t most = 0;
        std::size_t notes = 0;
        for (const std::uint32_t asked : asks_) {
            most = std::max(most, asked);
            notes += asked > 0 ? 1U : 0U;
        }
        const bool timed = last_wall_ > first_wall_;
        const auto seconds = [timed](std::int64_t from, std::int64_t to) {
            return std::to_string(timed ? static_cast<double>(to - from) / 1e9 : 0.0);
        };
        return "{\"requests\": " + std::to_string(requests_) +
               ", \"finished\": " + std::to_string(finished_) +
               ", \"notes\": " + std::to_string(notes) +
               ", \"most_of_one\": " + std::to_string(most) +
               ", \"most_open\": " + std::to_string(most_open_) +
               ", \"wall_s\": " + seconds(first_wall_, last_wall_) +
               ", \"cpu_s\": " + seconds(first_cpu_, last_cpu_) + "}\n";
    }

    // A line each: note, nanoseconds.
    std::string waits() const {
        std::string out;
        for (const auto& [note, ns] : waits_) {
            out += std::to_string(note) + "\t" + std::to_string(ns) + "\n";
        }
        return out;
    }

  private:
    static void sample(std::int64_t& wall, std::int64_t& cpu) {
        wall = clock_ns(CLOCK_MONOTONIC);
        cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    }

    std::uint64_t requests_ = 0, finished_ = 0, open_ = 0, most_open_ = 0;
    std::uint64_t turned_requests_ = 0, turned_finished_ = 0;
    std::int64_t first_wall_ = 0, first_cpu_ = 0, last_wall_ = 0, last_cpu_ = 0;
    std::vector<std::uint32_t> asks_;  // by note
    std::vector<std::pair<std::uint32_t, std::int64_t>> waits_;
};

}  // namespace kilter::bench
