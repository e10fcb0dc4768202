// One heavy step in each turn of the loop: whoever is about to make one waits until the loop has
// looked at its sockets since the last. Without that, many requests that are begun together keep
// the first answers waiting. Knows nothing of what the steps are. Loop's thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>

namespace kilter {

class Turns {
  public:
    explicit Turns(boost::asio::any_io_executor executor);
    ~Turns();
    Turns(const Turns&) = delete;
    Turns& operator=(const Turns&) = delete;

    // In the order of asking; at once where nobody had the present turn. Must not outlive this.
    boost::asio::awaitable<void> next();

  private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace kilter
