#include "config/base_url.hpp"

#include <algorithm>
#include <charconv>

namespace kilter {
namespace {

bool starts_with_scheme(std::string_view url, std::string_view scheme) {
    if (url.size() < scheme.size()) return false;
    return std::equal(scheme.begin(), scheme.end(), url.begin(), [](char want, char got) {
        return want == (got >= 'A' && got <= 'Z' ? static_cast<char>(got - 'A' + 'a') : got);
    });
}

// "host", "host:port", "[::1]:port"
bool is_authority(std::string_view text) {
    std::string_view host = text;
    std::string_view port;
    if (text.starts_with('[')) {
        const auto close = text.find(']');
        if (close == std::string_view::npos || close == 1) return false;
        host = text.substr(1, close - 1);
        port = text.substr(close + 1);
    } else if (const auto colon = text.find(':'); colon != std::string_view::npos) {
        host = text.substr(0, colon);
        port = text.substr(colon);
    }
    if (host.empty()) return false;
    if (port.empty()) return true;
    if (port.front() != ':') return false;
    port.remove_prefix(1);
    int number = 0;
    const char* end = port.data() + port.size();
    const auto [stop, problem] = std::from_chars(port.data(), end, number);
    return problem == std::errc{} && stop == end && number >= 1 && number <= 65535;
}

}  // namespace

Result<std::string> check_base_url(std::string_view url) {
    std::string_view rest = url;
    if (starts_with_scheme(url, "http://")) {
        rest.remove_prefix(7);
    } else if (starts_with_scheme(url, "https://")) {
        rest.remove_prefix(8);
    } else {
        return fail("base_url must start with http:// or https://, as in http://localhost:8000/v1");
    }
    const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
    if (authority.find('@') != std::string_view::npos) {
        return fail("credentials in a URL are not allowed, use api_key_env");
    }
    if (rest.find_first_of("?#") != std::string_view::npos) {
        return fail("base_url must not have a query or fragment; put parameters into extra_body");
    }
    const bool unprintable = std::any_of(url.begin(), url.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte <= 0x20U || byte == 0x7FU || c == '\\' || c == '"' || c == '<' || c == '>';
    });
    if (unprintable) return fail("base_url holds a character that has no place in a URL");
    if (!is_authority(authority)) {
        return fail(
            "base_url needs a host and, if any, a port from 1 to 65535, as in "
            "http://localhost:8000/v1");
    }
    while (url.ends_with('/')) url.remove_suffix(1);
    return std::string{url};
}

}  // namespace kilter
