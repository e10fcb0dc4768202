// Waits for many descriptors at once: a set that the kernel keeps (epoll), which stands in the loop
// as one descriptor. One call tells all that are ready, and a descriptor that stays in the set
// costs nothing more when it is waited for again. Owns none of the descriptors. Loop's thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>

namespace kilter {

class SocketWatch {
  public:
    // Called from the loop, once for each readiness that was asked for; it may call anything here.
    using OnReady = std::function<void(int fd, bool to_write)>;

    // Throws boost::system::system_error where the kernel has no set to give.
    SocketWatch(boost::asio::any_io_executor executor, OnReady on_ready);
    ~SocketWatch();
    SocketWatch(const SocketWatch&) = delete;
    SocketWatch& operator=(const SocketWatch&) = delete;

    // The owner says when it closes this descriptor (closed()), so it may stay in the set while
    // nobody waits for it.
    void closes_are_told(int fd);
    // From now on, until another call for it; neither: not at all. While anything is waited for,
    // the loop has work.
    void want(int fd, bool to_read, bool to_write);
    // Before it is closed.
    void closed(int fd);

  private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace kilter
