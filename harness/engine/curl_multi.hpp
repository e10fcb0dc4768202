// libcurl's multi interface on an Asio loop: sockets and the timer of curl become waits of the
// loop. Knows nothing of HTTP or of engines. All calls and callbacks on the loop's thread; no call
// from inside a curl callback.
#pragma once

#include <curl/curl.h>

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>

namespace kilter {

class CurlMulti {
  public:
    // Called once per transfer, from the loop, one in each of its turns, never from within add() or
    // a curl callback.
    using OnDone = std::function<void(CURLcode)>;

    // max_host_connections: 0 is no limit.
    CurlMulti(boost::asio::any_io_executor executor, long max_host_connections);
    // Transfers that are still open end without a callback; idle connections are closed.
    ~CurlMulti();
    CurlMulti(const CurlMulti&) = delete;
    CurlMulti& operator=(const CurlMulti&) = delete;

    // Sends as much as can be sent at once. The handle stays the caller's and must live until
    // on_done, or until remove() has returned.
    CURLMcode add(CURL* easy, OnDone on_done);
    // Ends a transfer. on_done is not called, unless the transfer had ended by itself and the call
    // was on its way. Unknown handles are ignored.
    void remove(CURL* easy);

  private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace kilter
