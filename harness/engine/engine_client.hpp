// Asks an engine: one HTTP exchange per call, its bytes handed on as they arrive. The interface
// that the runner sees; HttpEngineClient is the real one (libcurl multi on the loop's thread). All
// calls and callbacks on the loop's thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/experiment_config.hpp"
#include "harness/wire/response.hpp"

namespace kilter {

class SpillBuffer;

struct HttpRequest {
    std::string url;
    std::string method = "POST";
    std::string body;
    std::string api_key;  // empty: no Authorization header. Never logged, never stored.
    Timeouts timeout;
    bool stream = false;            // Accept: text/event-stream
    bool may_stay_spilled = false;  // a body in a file may be left there: HttpExchange::spilled
    // Ends the exchange as cancelling its coroutine does; unconnected: that alone does. Must
    // outlive the exchange.
    boost::asio::cancellation_slot cancel;
};

struct HttpExchange {
    TransferEnd end;
    std::string body;  // raw, secrets replaced; beyond 64 MiB the exchange is a transport error
    std::shared_ptr<SpillBuffer> spilled;  // instead of `body`, to be taken when there is room
    std::string server_header;
    long new_connections = 0;  // CURLINFO_NUM_CONNECTS: more than expected tells a hidden retry
    bool secret_replaced = false;
    std::string
        compression;    // "gzip": how the body came, although none was asked for; unpacked here
    std::string proxy;  // "http://proxy:3128 (http_proxy)"; empty: asked without one
    std::chrono::duration<double, std::milli> total{0};
};

// Called for each piece of body as it arrives; false stops the transfer (stopped_by_client).
using OnBytes = std::function<bool(std::string_view, std::chrono::duration<double, std::milli>)>;

class EngineClient {
  public:
    virtual ~EngineClient() = default;
    // Never throws for what the network does: that is in HttpExchange::end. Cancelling the
    // coroutine (terminal or total), or HttpRequest::cancel, ends the transfer with kind
    // interrupted; what had arrived is returned.
    virtual boost::asio::awaitable<HttpExchange> exchange(HttpRequest request,
                                                          OnBytes on_bytes) = 0;
};

struct HttpClientOptions {
    std::size_t max_body = std::size_t{64} << 20;  // bytes of a response body
    long max_host_connections = 0;                 // 0: as many as there are exchanges at once
};

// TLS is verified, redirects are not followed, `Expect:` is empty, Accept-Encoding is identity;
// proxies and certificates are those of the environment (route.hpp). The client must not outlive
// the executor's context.
std::unique_ptr<EngineClient> make_http_engine_client(boost::asio::any_io_executor executor,
                                                      HttpClientOptions options = {});

}  // namespace kilter
