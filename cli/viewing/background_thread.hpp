// One thread beside the loop for what would hold it up: reading a store. Pieces of work run one
// after the other, so that only one big page is being made at a time. To be called from the loop.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/thread_pool.hpp>
#include <cstddef>
#include <functional>

namespace kilter {

class BackgroundThread {
  public:
    // `most`: pieces that may wait or run.
    explicit BackgroundThread(std::size_t most) : most_(most), thread_(1) {}

    // Resumes on the loop when `work` is done. False: too much waits already, and it did not run.
    // What `work` refers to must live until then. It must not throw.
    boost::asio::awaitable<bool> run(std::function<void()> work);

  private:
    std::size_t most_;
    std::size_t waiting_ = 0;  // loop's
    boost::asio::thread_pool thread_;
};

}  // namespace kilter
