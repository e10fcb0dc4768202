// Asks an engine's metrics page how many requests it is running, beside the trials: once before
// them, every few seconds, once after them. One small GET at a time, so that the measurement is not
// disturbed; an engine without the page is asked once. Loop's thread.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>

#include "harness/runner/run_state.hpp"
#include "harness/store/rows.hpp"

namespace kilter {

inline constexpr std::chrono::milliseconds k_load_pause = std::chrono::seconds{5};

class LoadPoller {
  public:
    // `state` outlives it. `page`: the full URL.
    LoadPoller(RunState& state, std::string page, std::string api_key,
               std::chrono::milliseconds pause = k_load_pause);

    // One sample. False: there is no use in asking again (no such page, nothing on it that tells,
    // three failures in a row, or the run is to stop).
    boost::asio::awaitable<bool> sample();
    // Samples with pauses between, the first one after a pause, until end() or sample() says so.
    // Must have ended before the poller goes.
    boost::asio::awaitable<void> run();
    void end();

    const LoadRow& seen() const { return seen_; }

  private:
    RunState& state_;
    HttpRequest request_;
    std::chrono::milliseconds pause_;
    boost::asio::steady_timer timer_;
    LoadRow seen_;
    int failures_ = 0;  // in a row
    bool ended_ = false;
};

}  // namespace kilter
