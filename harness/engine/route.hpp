// How this machine reaches a URL, by the environment variables that curl goes by too: the proxy in
// between, and the certificates that are trusted. Loopback is never asked through a proxy. Decides
// only, connects nothing. Pure, any thread.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kilter {

// The value of a variable; empty: not set, or set to nothing.
using RouteVariables = std::function<std::string(const char* name)>;
RouteVariables route_variables_of_process();

struct Proxy {
    std::string url;       // as the variable has it, with its password; empty: none is used
    std::string shown;     // scheme, host and port: "http://proxy:3128"
    std::string variable;  // "http_proxy"
    // Password and login as they may be echoed by a server; must not be kept.
    std::vector<std::string> secrets;

    bool used() const { return !url.empty(); }
    // "http://proxy:3128 (http_proxy)"; empty where none is used.
    std::string named() const;
};

// http_proxy (in lower case only, as a web server may set HTTP_PROXY from a request), https_proxy,
// then all_proxy; no_proxy lists what goes without: names with all below them, addresses, CIDR
// blocks, or "*" alone for everything.
Proxy proxy_for(std::string_view url, const RouteVariables& environment);

bool is_loopback(std::string_view url);

struct TrustedCertificates {
    std::string file;      // PEM; empty: those of the system
    std::string folder;    // hashed; beside the file or the system's
    std::string variable;  // that named the file, else the folder
};

// CURL_CA_BUNDLE, else SSL_CERT_FILE and SSL_CERT_DIR.
TrustedCertificates trusted_certificates(const RouteVariables& environment);

}  // namespace kilter
