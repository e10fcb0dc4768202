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

#include "harness/engine/engine_client.hpp"
#include "harness/engine/response_head.hpp"
#include "harness/engine/route.hpp"
#include "harness/engine/secret_filter.hpp"
#include "harness/engine/spill_buffer.hpp"

namespace kilter {

class HttpTransfer {
  public:
    // `budget`: shared with the client's other transfers.
    HttpTransfer(HttpRequest request, OnBytes on_bytes, std::size_t max_body,
                 std::shared_ptr<SpillBudget> budget);
    HttpTransfer(const HttpTransfer&) = delete;
    HttpTransfer& operator=(const HttpTransfer&) = delete;

    // Nullptr where the request cannot be sent at all: start_problem() says why.
    CURL* easy() const { return easy_.get(); }
    const std::string& start_problem() const { return start_problem_; }
    const Timeouts& timeouts() const { return request_.timeout; }

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
    struct Cleanup {
        void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
        void operator()(curl_slist* list) const { curl_slist_free_all(list); }
    };

    bool add_header(const std::string& line);
    bool build_headers();
    void set_options();
    void set_route();
    void set_timeouts();
    // False: the transfer is to stop.
    bool take(std::string_view bytes);
    bool hand_on(std::string_view bytes);
    TransferEnd end_of(CURLcode code) const;
    std::chrono::duration<double, std::milli> since_start() const;

    static int on_send(void* self, char*, char*, int, int) noexcept;
    static std::size_t on_body(char* data, std::size_t, std::size_t size, void* self) noexcept;
    static std::size_t on_header(char* data, std::size_t, std::size_t size, void* self) noexcept;

    HttpRequest request_;
    OnBytes on_bytes_;
    std::size_t max_body_;  // bytes
    std::unique_ptr<curl_slist, Cleanup> headers_;
    char error_text_[CURL_ERROR_SIZE] = {};
    std::string start_problem_;
    ResponseHead head_;
    Proxy proxy_;
    TrustedCertificates trusted_;
    std::vector<std::string> secrets_;
    SecretFilters filter_;
    std::shared_ptr<SpillBuffer> body_;
    int sent_ = 0;              // times curl was about to send the request
    std::size_t received_ = 0;  // bytes, unpacked, before the key was replaced
    std::optional<TransferEnd> marked_;
    std::exception_ptr thrown_;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
    std::optional<std::chrono::steady_clock::time_point> last_byte_;
    std::unique_ptr<CURL, Cleanup> easy_;  // last: it points into the members above
};

}  // namespace kilter
