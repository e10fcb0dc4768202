// The store as the loop sees it: every call goes to the writer's own thread and completes on the
// caller's executor after COMMIT. What waits is committed together (group commit). Loop's thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "harness/store/rows.hpp"
#include "harness/store/store_writer.hpp"

namespace kilter {

class AsyncStore {
  public:
    AsyncStore(boost::asio::any_io_executor executor, std::unique_ptr<StoreWriter> writer);
    ~AsyncStore();  // waits for what was handed in

    boost::asio::awaitable<Result<void>> add_attempt(AttemptRow row);
    boost::asio::awaitable<Result<void>> add_trial(TrialRow row);
    boost::asio::awaitable<Result<void>> put_verdict(VerdictRow row);
    // The last attempt of a trial, the trial and its verdicts, in one transaction. `more_soon`: other
    // trials are on their way, so that the COMMIT may wait a moment for them.
    boost::asio::awaitable<Result<void>> add_final(AttemptRow attempt, TrialRow trial,
                                                   std::vector<VerdictRow> verdicts,
                                                   bool more_soon);
    boost::asio::awaitable<Result<void>> set_engine(std::string experiment, EngineRow row);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace kilter
