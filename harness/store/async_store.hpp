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
    boost::asio::awaitable<Result<void>> set_engine(std::string experiment, EngineRow row);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace kilter
