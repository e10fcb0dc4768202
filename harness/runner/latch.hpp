// Counts coroutines that were started side by side, so that one can wait for all of them; the first
// exception among them comes out of wait(). Loop's thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <exception>

namespace kilter {

class Latch {
  public:
    explicit Latch(boost::asio::any_io_executor executor);

    // Starts it; the latch must outlive it, so wait() must be awaited.
    void start(boost::asio::awaitable<void> work);
    boost::asio::awaitable<void> wait();

  private:
    void ended(std::exception_ptr error);

    boost::asio::any_io_executor executor_;
    boost::asio::steady_timer all_ended_;  // never expires, is cancelled
    int running_ = 0;
    std::exception_ptr first_error_;
};

}  // namespace kilter
