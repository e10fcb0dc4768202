// One HTTP exchange in curl's terms: the easy handle with its options, and what has arrived so far.
// Decides how the exchange ended; does not start, time or cancel it. Loop's thread.
#pragma once

#include <curl/curl.h>

#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/engine/easy_handle.hpp"
#include "harness/engine/engine_client.hpp"
#include "harness/engine/response_head.hpp"
#include "harness/engine/secret_filter.hpp"
#include "harness/engine/spill_buffer.hpp"

namespace kilter {

class HttpTransfer {
  public:
    // `budget`, `handles`: shared with the client's other transfers.
    HttpTransfer(HttpRequest request, OnBytes on_bytes, std::size_t max_body,
                 std::shared_ptr<SpillBudget> budget, std::shared_ptr<EasyHandles> handles);
    HttpTransfer(const HttpTransfer&) = delete;
    HttpTransfer& operator=(const HttpTransfer&) = delete;

    // Nullptr where the request cannot be sent at all: start_problem() says why; and after
    // finish().
    CURL* easy() const { return handle_ ? handle_->get() : nullptr; }
    const std::string& start_problem() const { return start_problem_; }
    const Timeouts& timeouts() const { return request_.timeout; }
    const boost::asio::cancellation_slot& cancel_slot() const { return request_.cancel; }

    // The clock of the exchange begins now; at the construction, unless this is called.
    void start_clock() { started_ = std::chrono::steady_clock::now(); }
    std::chrono::steady_clock::time_point started() const { return started_; }
    // Of the last piece of body; nullopt: none so far.
    std::optional<std::chrono::steady_clock::time_point> last_byte() const { return last_byte_; }
    // Called within a curl callback, when the first piece of body has arrived.
    std::function<void()> on_first_byte;

    // Why the exchange is ended from outside; the first call counts.
    void mark(TransferEnd::Kind kind, std::string message);
    // What came of it; call once, after curl has let go of the handle.
    HttpExchange finish(CURLcode code);
    // An exception of on_bytes: a bug of the caller, to be thrown where the exchange is awaited.
    std::exception_ptr thrown() const { return thrown_; }

  private:
    void set_options();
    // False: the transfer is to stop.
    bool take(std::string_view bytes);
    bool hand_on(std::string_view bytes, std::chrono::steady_clock::time_point arrived);
    TransferEnd end_of(CURLcode code) const;
    std::chrono::duration<double, std::milli> since_start() const;
    // A kept connection turned out to be closed when the request had gone out on it.
    bool closed_early() const;

    static int on_send(void* self, char*, char*, int, int) noexcept;
    static std::size_t on_body(char* data, std::size_t, std::size_t size, void* self) noexcept;
    static std::size_t on_header(char* data, std::size_t, std::size_t size, void* self) noexcept;

    HttpRequest request_;
    OnBytes on_bytes_;
    std::size_t max_body_;  // bytes
    std::shared_ptr<EasyHandles> handles_;
    std::string start_problem_;
    ResponseHead head_;
    std::vector<std::string> secrets_;
    SecretFilters filter_{std::vector<std::string>()};
    std::shared_ptr<SpillBuffer> body_;
    int sent_ = 0;              // times curl was about to send the request
    std::size_t received_ = 0;  // bytes, unpacked, before the key was replaced
    std::optional<TransferEnd> marked_;
    std::exception_ptr thrown_;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
    std::optional<std::chrono::steady_clock::time_point> last_byte_;
    std::unique_ptr<EasyHandle> handle_;  // last: it points into the members above
};

}  // namespace kilter
