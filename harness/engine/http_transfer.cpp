#include "harness/engine/http_transfer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/engine/curl_errors.hpp"

namespace kilter {
namespace {

constexpr long k_keepalive_idle = 60;      // seconds of silence before the first probe
constexpr long k_keepalive_interval = 30;  // seconds
constexpr long k_no_connect_limit = 24L * 60 * 60 * 1000;  // ms; curl reads 0 as its own 300 s
// Bytes, for each open transfer: what an engine sends comes in small pieces, and a thousand streams
// hold a thousand of these.
constexpr long k_receive_buffer = 4096;

std::vector<std::string> secrets_of(const HttpRequest& request, const Proxy& proxy) {
    std::vector<std::string> secrets = proxy.secrets;
    secrets.push_back(request.api_key);
    return secrets;
}

bool has_control(std::string_view text) {
    return std::any_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x20U || c == '\x7F'; });
}

long to_long(std::chrono::milliseconds duration) {
    return static_cast<long>(std::max<long long>(1, duration.count()));
}

}  // namespace

HttpTransfer::HttpTransfer(HttpRequest request, OnBytes on_bytes, std::size_t max_body,
                           std::shared_ptr<SpillBudget> budget)
    : request_(std::move(request)),
      on_bytes_(std::move(on_bytes)),
      max_body_(max_body),
      proxy_(proxy_for(request_.url, route_variables_of_process())),
      trusted_(trusted_certificates(route_variables_of_process())),
      secrets_(secrets_of(request_, proxy_)),
      filter_(secrets_),
      body_(std::make_shared<SpillBuffer>(std::move(budget))) {
    if (has_control(request_.api_key)) {
        start_problem_ = "the key holds a control character; has its variable a line break in it?";
        return;
    }
    easy_.reset(curl_easy_init());
    if (!easy_ || !build_headers()) {
        easy_.reset();
        start_problem_ = "libcurl could not be set up";
        return;
    }
    set_options();
    set_route();
    set_timeouts();
}

bool HttpTransfer::add_header(const std::string& line) {
    curl_slist* longer = curl_slist_append(headers_.get(), line.c_str());
    if (longer == nullptr) return false;
    static_cast<void>(headers_.release());
    headers_.reset(longer);
    return true;
}

bool HttpTransfer::build_headers() {
    const bool with_body = request_.method == "POST";
    return add_header(request_.stream ? "Accept: text/event-stream" : "Accept: application/json") &&
           add_header("Accept-Encoding: identity") &&
           // Empty: a large body must not wait for a "100 Continue" that many servers never send.
           add_header("Expect:") && (!with_body || add_header("Content-Type: application/json")) &&
           (request_.api_key.empty() || add_header("Authorization: Bearer " + request_.api_key));
}

void HttpTransfer::set_options() {
    CURL* easy = easy_.get();
    curl_easy_setopt(easy, CURLOPT_URL, request_.url.c_str());
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    if (request_.method == "POST") {
        curl_easy_setopt(easy, CURLOPT_POST, 1L);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request_.body.data());
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
                         static_cast<curl_off_t>(request_.body.size()));
    } else if (request_.method != "GET") {
        curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request_.method.c_str());
    }
    // curl sends a request again by itself where a kept connection turns out to be closed.
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, &HttpTransfer::on_send);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, this);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers_.get());
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "kilter");
    // HTTP/2 only where TLS has negotiated it.
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPIDLE, k_keepalive_idle);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPINTVL, k_keepalive_interval);
    curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    // What comes compressed all the same is unpacked; the header above says that nobody asked for
    // it.
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, error_text_);
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, k_receive_buffer);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &HttpTransfer::on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &HttpTransfer::on_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
}

// Decided here and not by curl, so that it can be named: an empty proxy is none, whatever the
// environment says, and an empty list exempts nothing.
void HttpTransfer::set_route() {
    CURL* easy = easy_.get();
    curl_easy_setopt(easy, CURLOPT_PROXY, proxy_.url.c_str());
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
    if (!trusted_.file.empty()) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, trusted_.file.c_str());
        curl_easy_setopt(easy, CURLOPT_PROXY_CAINFO, trusted_.file.c_str());
    }
    if (!trusted_.folder.empty()) {
        curl_easy_setopt(easy, CURLOPT_CAPATH, trusted_.folder.c_str());
        curl_easy_setopt(easy, CURLOPT_PROXY_CAPATH, trusted_.folder.c_str());
    }
}

void HttpTransfer::set_timeouts() {
    const Timeouts& timeout = request_.timeout;
    curl_easy_setopt(easy_.get(), CURLOPT_CONNECTTIMEOUT_MS,
                     timeout.connect ? to_long(*timeout.connect) : k_no_connect_limit);
    if (timeout.total) {
        curl_easy_setopt(easy_.get(), CURLOPT_TIMEOUT_MS, to_long(*timeout.total));
    }
}

std::chrono::duration<double, std::milli> HttpTransfer::since_start() const {
    return std::chrono::steady_clock::now() - started_;
}

// An engine may have begun to answer what it was sent: a second time is another attempt, which the
// caller counts and keeps. A GET changes nothing.
int HttpTransfer::on_send(void* self, char*, char*, int, int) noexcept {
    auto* transfer = static_cast<HttpTransfer*>(self);
    if (++transfer->sent_ == 1 || transfer->request_.method == "GET") return CURL_PREREQFUNC_OK;
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
    last_byte_ = std::chrono::steady_clock::now();
    if (first && on_first_byte) on_first_byte();
    received_ += bytes.size();
    if (received_ > max_body_) {
        mark(TransferEnd::Kind::transport_error,
             fmt::format("the body is larger than {} bytes{}; the transfer was stopped", max_body_,
                         head_.compression().empty() ? "" : " when unpacked"));
        return false;
    }
    return hand_on(filter_.feed(bytes));
}

bool HttpTransfer::hand_on(std::string_view bytes) {
    if (bytes.empty()) return true;
    body_->append(bytes);
    const bool stopped = marked_ && marked_->kind == TransferEnd::Kind::stopped_by_client;
    if (stopped || !on_bytes_ || on_bytes_(bytes, since_start())) return true;
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
    curl_easy_getinfo(easy_.get(), CURLINFO_OS_ERRNO, &os_error);
    curl_easy_getinfo(easy_.get(), CURLINFO_PRETRANSFER_TIME_T, &connected);
    const Timeouts& timeout = request_.timeout;
    const bool total_over = timeout.total && since_start() >= *timeout.total;
    if (code == CURLE_OPERATION_TIMEDOUT && (connected > 0 || total_over)) {
        end.kind = TransferEnd::Kind::timeout;
        end.message = fmt::format("no complete answer within {} (timeout.total)",
                                  in_words(timeout.total.value_or(std::chrono::milliseconds{0})));
        return end;
    }
    end.kind = TransferEnd::Kind::transport_error;
    CurlFailure failure{code, os_error, error_text_, request_.url,
                        timeout.connect.value_or(std::chrono::milliseconds{0})};
    curl_easy_getinfo(easy_.get(), CURLINFO_HTTP_CONNECTCODE, &failure.proxy_status);
    failure.proxy = &proxy_;
    failure.trusted = &trusted_;
    end.message = without_secrets(describe(failure), secrets_);
    return end;
}

HttpExchange HttpTransfer::finish(CURLcode code) {
    HttpExchange out;
    out.total = since_start();
    try {
        if (!thrown_) hand_on(filter_.finish());
    } catch (...) {
        thrown_ = std::current_exception();
    }
    if (easy_) {
        out.end = end_of(code);
        long status = 0;
        curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
        curl_easy_getinfo(easy_.get(), CURLINFO_NUM_CONNECTS, &out.new_connections);
        out.end.http_status = static_cast<int>(status);
    } else {
        out.end.kind = TransferEnd::Kind::transport_error;
        out.end.message = start_problem_;
    }
    out.end.content_type = without_secrets(head_.content_type(), secrets_);
    out.end.retry_after = head_.retry_after();
    out.server_header = without_secrets(head_.server(), secrets_);
    if (request_.may_stay_spilled && body_->spilled()) {
        out.spilled = body_;
    } else {
        out.body = body_->take();
    }
    out.secret_replaced = filter_.replaced();
    out.compression = without_secrets(head_.compression(), secrets_);
    out.proxy = proxy_.named();
    return out;
}

}  // namespace kilter
