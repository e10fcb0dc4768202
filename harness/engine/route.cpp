#include "harness/engine/route.hpp"

#include <cstdlib>

#include "base/text/ascii.hpp"
#include "harness/engine/no_proxy.hpp"

namespace kilter {
namespace {

struct UrlParts {
    std::string scheme, host;  // lower case; IPv6 in its brackets
};

UrlParts parts_of(std::string_view url) {
    UrlParts parts;
    const std::size_t scheme_end = url.find("://");
    if (scheme_end == std::string_view::npos) return parts;
    parts.scheme = ascii_lower(url.substr(0, scheme_end));
    url.remove_prefix(scheme_end + 3);
    url = url.substr(0, url.find_first_of("/?#"));
    if (const std::size_t at = url.rfind('@'); at != std::string_view::npos) {
        url.remove_prefix(at + 1);
    }
    const std::size_t end = url.starts_with('[') ? url.find(']') + 1 : url.find(':');
    parts.host = ascii_lower(url.substr(0, end));
    return parts;
}

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::string percent_decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escape = text[i] == '%' && i + 2 < text.size();
        const int high = escape ? hex_value(text[i + 1]) : -1;
        const int low = escape ? hex_value(text[i + 2]) : -1;
        if (high < 0 || low < 0) {
            out += text[i];
            continue;
        }
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return out;
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view k_digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned long group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const bool there = i + k < bytes.size();
            group = group << 8U | (there ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            const bool there = i + k <= bytes.size();
            out += there ? k_digits[group >> (18 - 6 * k) & 63U] : '=';
        }
    }
    return out;
}

// Whatever stands before the last '@' may be a password, however it is written.
Proxy read_proxy(std::string value, std::string variable) {
    Proxy proxy;
    proxy.variable = std::move(variable);
    const std::size_t scheme_end = value.find("://");
    const bool has_scheme = scheme_end != std::string::npos;
    const std::string scheme = has_scheme ? ascii_lower(value.substr(0, scheme_end)) : "http";
    std::string_view rest = value;
    if (has_scheme) rest.remove_prefix(scheme_end + 3);
    if (const std::size_t at = rest.rfind('@'); at != std::string_view::npos) {
        const std::string_view login = rest.substr(0, at);
        const std::size_t colon = login.find(':');
        if (colon != std::string_view::npos) {
            const std::string_view password = login.substr(colon + 1);
            proxy.secrets = {std::string(password), percent_decoded(password),
                             base64(percent_decoded(login))};
        }
        rest.remove_prefix(at + 1);
    }
    proxy.shown = scheme + "://" + std::string(rest.substr(0, rest.find('/')));
    proxy.url = std::move(value);
    return proxy;
}

Proxy proxy_of_scheme(const std::string& scheme, const RouteVariables& environment) {
    std::vector<std::string> names = {scheme + "_proxy"};
    if (scheme == "https") names.emplace_back("HTTPS_PROXY");
    names.insert(names.end(), {"all_proxy", "ALL_PROXY"});
    for (std::string& name : names) {
        std::string value = environment(name.c_str());
        if (!value.empty()) return read_proxy(std::move(value), std::move(name));
    }
    return {};
}

bool is_loopback_host(std::string_view host) {
    while (host.ends_with('.')) host.remove_suffix(1);
    const bool address =
        host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos;
    return address || host == "[::1]" || host == "localhost" || host.ends_with(".localhost");
}

}  // namespace

std::string Proxy::named() const {
    return used() ? shown + " (" + variable + ")" : std::string();
}

RouteVariables route_variables_of_process() {
    return [](const char* name) {
        const char* value = std::getenv(name);
        return std::string(value != nullptr ? value : "");
    };
}

bool is_loopback(std::string_view url) {
    return is_loopback_host(parts_of(url).host);
}

Proxy proxy_for(std::string_view url, const RouteVariables& environment) {
    const UrlParts parts = parts_of(url);
    if (is_loopback_host(parts.host)) return {};
    Proxy proxy = proxy_of_scheme(parts.scheme, environment);
    if (!proxy.used()) return {};
    std::string exempt = environment("no_proxy");
    if (exempt.empty()) exempt = environment("NO_PROXY");
    return is_exempt(parts.host, exempt) ? Proxy{} : proxy;
}

TrustedCertificates trusted_certificates(const RouteVariables& environment) {
    TrustedCertificates out;
    out.file = environment("CURL_CA_BUNDLE");
    if (!out.file.empty()) {
        out.variable = "CURL_CA_BUNDLE";
        return out;
    }
    out.file = environment("SSL_CERT_FILE");
    out.folder = environment("SSL_CERT_DIR");
    if (!out.folder.empty()) out.variable = "SSL_CERT_DIR";
    if (!out.file.empty()) out.variable = "SSL_CERT_FILE";
    return out;
}

}  // namespace kilter
