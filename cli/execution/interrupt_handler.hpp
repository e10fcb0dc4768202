// Ctrl-C and TERM while a loop runs. First signal: finish what is in flight. Second: end that too.
// Loop's thread.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <functional>
#include <string>

#include "harness/runner/runner.hpp"

namespace kilter {

class InterruptHandler {
  public:
    using Notice = std::function<void(const std::string& line)>;
    InterruptHandler(boost::asio::io_context& loop, StopControl& stop, Notice notice);
    void end();  // no longer listens, so that the loop can come to its end

  private:
    void wait();

    boost::asio::signal_set signals_;
    StopControl& stop_;
    Notice notice_;
    int count_ = 0;
};

}  // namespace kilter
