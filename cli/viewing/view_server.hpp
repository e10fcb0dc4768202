// Serves a store to the browser of the user who started it, on loopback, to whoever has the token,
// and to read only. Runs on the loop it is given; pages are made on a thread beside it. Not
// thread-safe.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "cli/viewing/pages.hpp"

namespace kilter {

class ViewServer {
  public:
    // `port` 0: any free one.
    static Result<std::unique_ptr<ViewServer>> start(boost::asio::any_io_executor loop,
                                                     std::unique_ptr<ViewSource> source,
                                                     std::uint16_t port);
    virtual ~ViewServer() = default;

    virtual std::string url() const = 0;  // with the token
    // Closes every connection; the loop comes to its end when the page that is being made is done.
    virtual void stop() = 0;
};

}  // namespace kilter
