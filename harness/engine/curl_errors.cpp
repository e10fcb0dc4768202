#include "harness/engine/curl_errors.hpp"

#include <fmt/format.h>

#include <cerrno>

namespace kilter {
namespace {

std::string words_of(const CurlFailure& failure) {
    return std::string(failure.details.empty() ? curl_easy_strerror(failure.code)
                                               : failure.details);
}

std::string cannot_reach(const CurlFailure& failure, std::string_view why) {
    return fmt::format("cannot reach {}: {}", origin_of(failure.url), why);
}

}  // namespace

std::string describe(const CurlFailure& failure) {
    switch (failure.code) {
        case CURLE_COULDNT_CONNECT:
            if (failure.os_error == ECONNREFUSED) {
                return cannot_reach(failure, "connection refused; is the engine running?");
            }
            return cannot_reach(failure, words_of(failure) + "; is the engine running?");
        case CURLE_COULDNT_RESOLVE_HOST:
            return cannot_reach(failure, "unknown host; is base_url spelled right?");
        case CURLE_COULDNT_RESOLVE_PROXY:
            return cannot_reach(failure, "unknown proxy; see http_proxy and https_proxy");
        case CURLE_OPERATION_TIMEDOUT:
            return cannot_reach(failure,
                                fmt::format("no connection within {}; is the engine running, and "
                                            "does a firewall let it through?",
                                            in_words(failure.connect_timeout)));
        case CURLE_SSL_CONNECT_ERROR:
            return cannot_reach(failure,
                                "TLS failed: " + words_of(failure) +
                                    "; where the engine speaks no TLS, base_url begins with "
                                    "http://");
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_SSL_CERTPROBLEM:
        case CURLE_SSL_CACERT_BADFILE:
            return cannot_reach(failure, "TLS failed: " + words_of(failure) +
                                             "; this machine must trust the certificate and its "
                                             "name must be that of base_url");
        case CURLE_GOT_NOTHING:
            return "the engine closed the connection without an answer";
        case CURLE_PARTIAL_FILE:
            return "the connection was cut in the middle of the body";
        case CURLE_RECV_ERROR:
        case CURLE_SEND_ERROR:
        case CURLE_HTTP2:
        case CURLE_HTTP2_STREAM:
            return "the connection broke: " + words_of(failure);
        case CURLE_UNSUPPORTED_PROTOCOL:
        case CURLE_WEIRD_SERVER_REPLY:
            return fmt::format("{} does not speak HTTP: {}; is the port of base_url right?",
                               origin_of(failure.url), words_of(failure));
        default:
            return "transfer failed: " + words_of(failure);
    }
}

std::string_view origin_of(std::string_view url) {
    const std::size_t scheme = url.find("://");
    if (scheme == std::string_view::npos) return url;
    return url.substr(0, url.find('/', scheme + 3));
}

std::string in_words(std::chrono::milliseconds duration) {
    const long long ms = duration.count();
    if (ms >= 60'000 && ms % 60'000 == 0) return fmt::format("{} min", ms / 60'000);
    if (ms >= 1'000 && ms % 1'000 == 0) return fmt::format("{} s", ms / 1'000);
    return fmt::format("{} ms", ms);
}

}  // namespace kilter
