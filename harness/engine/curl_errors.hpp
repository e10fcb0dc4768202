// What went wrong on the way to an engine and back, in one line that says what to do. Translates
// libcurl's codes, once. Pure, any thread.
#pragma once

#include <curl/curl.h>

#include <chrono>
#include <string>
#include <string_view>

#include "harness/engine/route.hpp"

namespace kilter {

struct CurlFailure {
    CURLcode code = CURLE_OK;
    long os_error = 0;         // errno of the connection attempt; 0: unknown
    std::string_view details;  // curl's own words, may be empty
    std::string_view url;
    std::chrono::milliseconds connect_timeout{0};
    long proxy_status = 0;         // HTTP status of the proxy's answer to CONNECT; 0: none
    const Proxy* proxy = nullptr;  // nullptr or unused: asked without one
    const TrustedCertificates* trusted = nullptr;  // nullptr: those of the system
};

std::string describe(const CurlFailure& failure);

// "http://host:8000" of "http://host:8000/v1/models"
std::string_view origin_of(std::string_view url);

// "50 ms", "10 s", "30 min"
std::string in_words(std::chrono::milliseconds duration);

}  // namespace kilter
