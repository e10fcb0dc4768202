#include "harness/engine/curl_errors.hpp"

#include <fmt/format.h>

#include <cerrno>

namespace kilter {
namespace {

bool by_proxy(const CurlFailure& failure) {
    return failure.proxy != nullptr && failure.proxy->used();
}

// curl repeats a proxy that it cannot read, with its password.
std::string words_of(const CurlFailure& failure) {
    std::string words(failure.details.empty() ? curl_easy_strerror(failure.code) : failure.details);
    if (!by_proxy(failure)) return words;
    const std::string& secret = failure.proxy->url;
    for (std::size_t at = words.find(secret); at != std::string::npos; at = words.find(secret)) {
        words.replace(at, secret.size(), failure.proxy->shown);
    }
    return words;
}

std::string cannot_reach(const CurlFailure& failure, std::string_view why) {
    return fmt::format("cannot reach {}: {}", origin_of(failure.url), why);
}

std::string cannot_reach_proxy(const CurlFailure& failure, std::string_view why) {
    return fmt::format("cannot reach the proxy {} in front of {}: {}", failure.proxy->named(),
                       origin_of(failure.url), why);
}

// Whoever could not be connected to: with a proxy it is the only one that curl connects to.
std::string no_connection(const CurlFailure& failure) {
    const bool refused = failure.os_error == ECONNREFUSED;
    const std::string why = refused ? "connection refused" : words_of(failure);
    if (!by_proxy(failure)) return cannot_reach(failure, why + "; is the engine running?");
    return cannot_reach_proxy(failure, why + "; is it running, and is the variable right?");
}

std::string too_slow(const CurlFailure& failure) {
    const std::string why =
        fmt::format("no connection within {}", in_words(failure.connect_timeout));
    if (by_proxy(failure)) return cannot_reach_proxy(failure, why);
    return cannot_reach(failure, why +
                                     "; is the engine running, and does a firewall let it "
                                     "through?");
}

std::string proxy_refusal(const CurlFailure& failure) {
    const std::string said =
        fmt::format("the proxy {} refuses to connect to {}: HTTP {}", failure.proxy->named(),
                    origin_of(failure.url), failure.proxy_status);
    if (failure.proxy_status != 407) return said + "; no_proxy names hosts that go without it";
    return said + fmt::format("; it wants a login: {}=http://USER:PASSWORD@HOST:PORT",
                              failure.proxy->variable);
}

std::string unknown_certificates(const CurlFailure& failure) {
    const bool chosen = failure.trusted != nullptr && !failure.trusted->variable.empty();
    return cannot_reach(
        failure, fmt::format("TLS failed: {}; {}", words_of(failure),
                             chosen ? failure.trusted->variable + " names what cannot be read"
                                    : "the certificates that this machine trusts cannot be read"));
}

// One of the variables may hide another that the person has just set.
std::string not_trusted(const CurlFailure& failure) {
    const bool chosen = failure.trusted != nullptr && !failure.trusted->variable.empty();
    return cannot_reach(
        failure,
        fmt::format("TLS failed: {}; base_url must have the certificate's name, and where this "
                    "machine does not know its issuer, CURL_CA_BUNDLE or SSL_CERT_FILE names a PEM "
                    "file with the issuer's certificate{}",
                    words_of(failure),
                    chosen ? " (in force: " + failure.trusted->variable + ")" : ""));
}

std::string describe_any(const CurlFailure& failure) {
    switch (failure.code) {
        case CURLE_COULDNT_CONNECT:
            return no_connection(failure);
        case CURLE_COULDNT_RESOLVE_HOST:
            return cannot_reach(failure, "unknown host; is base_url spelled right?");
        case CURLE_OPERATION_TIMEDOUT:
            return too_slow(failure);
        case CURLE_SSL_CONNECT_ERROR:
            return cannot_reach(failure,
                                "TLS failed: " + words_of(failure) +
                                    "; where the engine speaks no TLS, base_url begins with "
                                    "http://");
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_SSL_CERTPROBLEM:
            return not_trusted(failure);
        case CURLE_SSL_CACERT_BADFILE:
            return unknown_certificates(failure);
        case CURLE_GOT_NOTHING:
            return "the engine closed the connection without an answer";
        case CURLE_PARTIAL_FILE:
            return "the connection was cut in the middle of the body";
        case CURLE_OUT_OF_MEMORY:
            return "a header of the answer is larger than 100 KB, or there is no memory left";
        case CURLE_BAD_CONTENT_ENCODING:
            return "the body came compressed, although none was asked for, and cannot be "
                   "unpacked: " +
                   words_of(failure);
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

}  // namespace

std::string describe(const CurlFailure& failure) {
    if (!by_proxy(failure)) return describe_any(failure);
    if (failure.proxy_status >= 300) return proxy_refusal(failure);
    if (failure.code == CURLE_COULDNT_RESOLVE_PROXY)
        return cannot_reach_proxy(failure, "unknown host; is the variable right?");
    // An unknown scheme of a proxy is told as a failed connection, without any attempt of one.
    if (failure.code == CURLE_PROXY) return cannot_reach_proxy(failure, words_of(failure));
    std::string line = describe_any(failure);
    if (line.find(failure.proxy->shown) != std::string::npos) return line;
    return line + "; asked through the proxy " + failure.proxy->named();
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
