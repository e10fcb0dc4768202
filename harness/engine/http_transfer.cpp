#include "harness/engine/http_transfer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/engine/curl_errors.hpp"

namespace kilter {
namespace {

std::vector<std::string> secrets_of(const HttpRequest& request, const Proxy& proxy) {
    std::vector<std::string> secrets = proxy.secrets;
    secrets.push_back(request.api_key);
    return secrets;
}

bool has_control(std::string_view text) {
    return std::any_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x20U || c == '\x7F'; });
}

}  // namespace

HttpTransfer::HttpTransfer(HttpRequest request, OnBytes on_bytes, std::size_t max_body,
                           std::shared_ptr<SpillBudget> budget,
                           std::shared_ptr<EasyHandles> handles)
    : request_(std::move(request)),
      on_bytes_(std::move(on_bytes)),
      max_body_(max_body),
      handles_(std::move(handles)),
      body_(std::make_shared<SpillBuffer>(std::move(budget))) {
    if (has_control(request_.api_key)) {
        start_problem_ = "the key holds a control character; has its variable a line break in it?";
        return;
    }
    handle_ = handles_->take(request_);
    if (!handle_) {
        start_problem_ = "libcurl could not be set up";
        return;
    }
    secrets_ = secrets_of(request_, handle_->proxy());
    filter_ = SecretFilters(secrets_);
    set_options();
}

// Those of this request alone.
void HttpTransfer::set_options() {
    CURL* easy = handle_->get();
    if (request_.method == "POST") {
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request_.body.data());
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
                         static_cast<curl_off_t>(request_.body.size()));
    }
    // curl sends a request again by itself where a kept connection turns out to be closed.
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, &HttpTransfer::on_send);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, this);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &HttpTransfer::on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &HttpTransfer::on_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
}

std::chrono::duration<double, std::milli> HttpTransfer::since_start() const {
    return std::chrono::steady_clock::now() - started_;
}

// A GET changes nothing and may go out twice.
bool HttpTransfer::closed_early() const {
    return sent_ > 1 && request_.method != "GET";
}

// An engine may have begun to answer what it was sent: a second time is another attempt, which the
// caller counts and keeps.
int HttpTransfer::on_send(void* self, char*, char*, int, int) noexcept {
    auto* transfer = static_cast<HttpTransfer*>(self);
    ++transfer->sent_;
    if (!transfer->closed_early()) return CURL_PREREQFUNC_OK;
    try {
        transfer->mark(TransferEnd::Kind::transport_error,
                       "the engine closed a kept connection before it answered");
    } catch (...) {
        transfer->thrown_ = std::current_exception();
    }
    return CURL_PREREQFUNC_ABORT;
}

std::size_t HttpTransfer::on_body(char* data, std::size_t, std::size_t size, void* self) noexcept {
    auto* transfer = static_cast<HttpTransfer*>(self);
    try {
        // Anything but `size` stops curl; 0 does for every size but 0, which stops nothing.
        return transfer->take(std::string_view(data, size)) ? size : 0;
    } catch (...) {
        transfer->thrown_ = std::current_exception();
        return 0;
    }
}

std::size_t HttpTransfer::on_header(char* data, std::size_t, std::size_t size,
                                    void* self) noexcept {
    auto* transfer = static_cast<HttpTransfer*>(self);
    try {
        transfer->head_.line(std::string_view(data, size), std::chrono::system_clock::now());
        return size;
    } catch (...) {
        transfer->thrown_ = std::current_exception();
        return 0;
    }
}

bool HttpTransfer::take(std::string_view bytes) {
    const bool first = !last_byte_;
    const auto arrived = std::chrono::steady_clock::now();  // before anything is made of it
    last_byte_ = arrived;
    if (first && on_first_byte) on_first_byte();
    received_ += bytes.size();
    if (received_ > max_body_) {
        mark(TransferEnd::Kind::transport_error,
             fmt::format("the body is larger than {} bytes{}; the transfer was stopped", max_body_,
                         head_.compression().empty() ? "" : " when unpacked"));
        return false;
    }
    return filter_.empty() ? hand_on(bytes, arrived) : hand_on(filter_.feed(bytes), arrived);
}

bool HttpTransfer::hand_on(std::string_view bytes, std::chrono::steady_clock::time_point arrived) {
    if (bytes.empty()) return true;
    body_->append(bytes);
    const bool stopped = marked_ && marked_->kind == TransferEnd::Kind::stopped_by_client;
    if (stopped || !on_bytes_ || on_bytes_(bytes, arrived - started_)) return true;
    mark(TransferEnd::Kind::stopped_by_client, "stopped by us");
    return false;
}

void HttpTransfer::mark(TransferEnd::Kind kind, std::string message) {
    if (marked_) return;
    marked_.emplace();
    marked_->kind = kind;
    marked_->message = std::move(message);
}

TransferEnd HttpTransfer::end_of(CURLcode code) const {
    TransferEnd end;
    if (marked_) return *marked_;
    if (code == CURLE_OK) return end;
    long os_error = 0;
    curl_off_t connected = 0;  // microseconds; 0: never got as far as sending
    curl_easy_getinfo(handle_->get(), CURLINFO_OS_ERRNO, &os_error);
    curl_easy_getinfo(handle_->get(), CURLINFO_PRETRANSFER_TIME_T, &connected);
    const Timeouts& timeout = request_.timeout;
    const bool total_over = timeout.total && since_start() >= *timeout.total;
    if (code == CURLE_OPERATION_TIMEDOUT && (connected > 0 || total_over)) {
        end.kind = TransferEnd::Kind::timeout;
        end.message = fmt::format("no complete answer within {} (timeout.total)",
                                  in_words(timeout.total.value_or(std::chrono::milliseconds{0})));
        return end;
    }
    end.kind = TransferEnd::Kind::transport_error;
    CurlFailure failure{code, os_error, handle_->error_text(), request_.url,
                        timeout.connect.value_or(std::chrono::milliseconds{0})};
    curl_easy_getinfo(handle_->get(), CURLINFO_HTTP_CONNECTCODE, &failure.proxy_status);
    failure.proxy = &handle_->proxy();
    failure.trusted = &handle_->trusted();
    end.message = without_secrets(describe(failure), secrets_);
    return end;
}

HttpExchange HttpTransfer::finish(CURLcode code) {
    HttpExchange out;
    const auto now = std::chrono::steady_clock::now();
    out.total = now - started_;
    try {
        if (!thrown_) hand_on(filter_.finish(), now);
    } catch (...) {
        thrown_ = std::current_exception();
    }
    if (handle_) {
        out.end = end_of(code);
        long status = 0;
        curl_easy_getinfo(handle_->get(), CURLINFO_RESPONSE_CODE, &status);
        curl_easy_getinfo(handle_->get(), CURLINFO_NUM_CONNECTS, &out.new_connections);
        out.end.http_status = static_cast<int>(status);
    } else {
        out.end.kind = TransferEnd::Kind::transport_error;
        out.end.message = start_problem_;
    }
    out.end.content_type = without_secrets(head_.content_type(), secrets_);
    // An engine that closes idle connections is not busy and need not be spared.
    out.end.retry_after = closed_early() ? std::chrono::milliseconds{0} : head_.retry_after();
    out.server_header = without_secrets(head_.server(), secrets_);
    if (request_.may_stay_spilled && body_->spilled()) {
        out.spilled = body_;
    } else {
        out.body = body_->take();
    }
    out.secret_replaced = filter_.replaced();
    out.compression = without_secrets(head_.compression(), secrets_);
    if (handle_) out.proxy = handle_->proxy().named();
    // After anything else its connection and its state are not trusted.
    if (handle_ && code == CURLE_OK && !marked_ && !thrown_)
        handles_->give_back(std::move(handle_));
    return out;
}

}  // namespace kilter
