#include "harness/engine/easy_handle.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace kilter {
namespace {

constexpr std::size_t k_most_idle = 16;
constexpr long k_keepalive_idle = 60;      // seconds of silence before the first probe
constexpr long k_keepalive_interval = 30;  // seconds
constexpr long k_no_connect_limit = 24L * 60 * 60 * 1000;  // ms; curl reads 0 as its own 300 s
// Bytes, for each open transfer: what an engine sends comes in small pieces, and a thousand streams
// hold a thousand of these.
constexpr long k_receive_buffer = 4096;

long to_long(std::chrono::milliseconds duration) {
    return static_cast<long>(std::max<long long>(1, duration.count()));
}

}  // namespace

std::unique_ptr<EasyHandle> EasyHandle::make(const HttpRequest& request) {
    std::unique_ptr<EasyHandle> made(new EasyHandle(request));
    if (!made->easy_ || !made->build_headers()) return nullptr;
    made->set_url();
    made->set_options();
    made->set_route();
    made->set_timeouts();
    return made;
}

EasyHandle::EasyHandle(const HttpRequest& request)
    : proxy_(proxy_for(request.url, route_variables_of_process())),
      trusted_(trusted_certificates(route_variables_of_process())),
      easy_(curl_easy_init()) {
    kind_.url = request.url;
    kind_.method = request.method;
    kind_.api_key = request.api_key;
    kind_.timeout = request.timeout;
    kind_.stream = request.stream;
}

bool EasyHandle::is_for(const HttpRequest& request) const {
    return kind_.stream == request.stream && kind_.timeout.connect == request.timeout.connect &&
           kind_.timeout.total == request.timeout.total && kind_.url == request.url &&
           kind_.method == request.method && kind_.api_key == request.api_key;
}

bool EasyHandle::add_header(const std::string& line) {
    curl_slist* longer = curl_slist_append(headers_.get(), line.c_str());
    if (longer == nullptr) return false;
    static_cast<void>(headers_.release());
    headers_.reset(longer);
    return true;
}

bool EasyHandle::build_headers() {
    const bool with_body = kind_.method == "POST";
    return add_header(kind_.stream ? "Accept: text/event-stream" : "Accept: application/json") &&
           add_header("Accept-Encoding: identity") &&
           // Empty: a large body must not wait for a "100 Continue" that many servers never send.
           add_header("Expect:") && (!with_body || add_header("Content-Type: application/json")) &&
           (kind_.api_key.empty() || add_header("Authorization: Bearer " + kind_.api_key));
}

// Read once, with the liberties that curl takes itself. What cannot be read is left to curl, which
// says why.
void EasyHandle::set_url() {
    url_.reset(curl_url());
    const CURLUcode read = curl_url_set(url_.get(), CURLUPART_URL, kind_.url.c_str(),
                                        CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME);
    if (read == CURLUE_OK) {
        curl_easy_setopt(easy_.get(), CURLOPT_CURLU, url_.get());
    } else {
        curl_easy_setopt(easy_.get(), CURLOPT_URL, kind_.url.c_str());
    }
}

void EasyHandle::set_options() {
    CURL* easy = easy_.get();
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    if (kind_.method == "POST") {
        curl_easy_setopt(easy, CURLOPT_POST, 1L);
    } else if (kind_.method != "GET") {
        curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, kind_.method.c_str());
    }
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
}

// Decided here and not by curl, so that it can be named: an empty proxy is none, whatever the
// environment says, and an empty list exempts nothing.
void EasyHandle::set_route() {
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

void EasyHandle::set_timeouts() {
    const Timeouts& timeout = kind_.timeout;
    curl_easy_setopt(easy_.get(), CURLOPT_CONNECTTIMEOUT_MS,
                     timeout.connect ? to_long(*timeout.connect) : k_no_connect_limit);
    if (timeout.total) {
        curl_easy_setopt(easy_.get(), CURLOPT_TIMEOUT_MS, to_long(*timeout.total));
    }
}

std::unique_ptr<EasyHandle> EasyHandles::take(const HttpRequest& request) {
    const auto found = std::find_if(idle_.rbegin(), idle_.rend(),
                                    [&](const auto& handle) { return handle->is_for(request); });
    if (found == idle_.rend()) return EasyHandle::make(request);
    std::swap(*found, idle_.back());
    std::unique_ptr<EasyHandle> handle = std::move(idle_.back());
    idle_.pop_back();
    handle->clear_error();
    return handle;
}

void EasyHandles::give_back(std::unique_ptr<EasyHandle> handle) {
    if (idle_.size() == k_most_idle) idle_.erase(idle_.begin());
    idle_.push_back(std::move(handle));
}

}  // namespace kilter
