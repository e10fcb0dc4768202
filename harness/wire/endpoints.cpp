// Reading of base_url. Messages never repeat the URL where it might hold a secret.
#include <fmt/format.h>
#include <charconv>

#include "base/text/ascii.hpp"
#include "harness/wire/request.hpp"

namespace kilter {
namespace {

bool is_plain(std::string_view text) {
    for (const char c : text) {
        if (c <= ' ' || c == '\x7F' || c == '\\' || c == '"' || c == '<' || c == '>') return false;
    }
    return true;
}

bool strip_suffix(std::string_view& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
}

void strip_slashes(std::string_view& path) {
    while (path.ends_with('/')) path.remove_suffix(1);
}

// Where "/v1", "/v4", "/v1beta" begins; npos: the path names no version.
std::size_t version_segment(std::string_view path) {
    for (std::size_t at = path.find("/v"); at != std::string_view::npos;
         at = path.find("/v", at + 1)) {
        if (at + 2 < path.size() && path[at + 2] >= '0' && path[at + 2] <= '9') return at;
    }
    return std::string_view::npos;
}

struct Authority {
    std::string host;  // lower case, IPv6 with its brackets
    std::string port;  // empty: none given
};

Result<Authority> authority_of(std::string_view text) {
    if (text.find('@') != std::string_view::npos) {
        return fail(
            "base_url must not hold a user name or password; put the key into a variable "
            "and name it in api_key_env");
    }
    std::size_t host_end = text.find(':');
    if (text.starts_with('[')) {
        const std::size_t bracket = text.find(']');
        if (bracket == std::string_view::npos) return fail("base_url: '[' without ']'");
        host_end = bracket + 1 < text.size() ? bracket + 1 : std::string_view::npos;
        if (host_end != std::string_view::npos && text[host_end] != ':') {
            return fail("base_url: only a port may follow ']'");
        }
    }
    Authority out{ascii_lower(text.substr(0, host_end)), {}};
    if (out.host.empty() || out.host == "[]") return fail("base_url names no host");
    if (host_end == std::string_view::npos) return out;
    const std::string_view port = text.substr(host_end + 1);
    int number = 0;
    const auto [at, error] = std::from_chars(port.data(), port.data() + port.size(), number);
    const bool good = error == std::errc{} && at == port.data() + port.size();
    if (!good || number < 1 || number > 65535) {
        return fail("base_url: the port must be a number from 1 to 65535");
    }
    out.port = fmt::format("{}", number);
    return out;
}

}  // namespace

Result<Endpoints> endpoints_of(std::string_view base_url) {
    const std::size_t scheme_end = base_url.find("://");
    if (scheme_end == std::string_view::npos) {
        return fail("base_url must begin with http:// or https://");
    }
    const std::string scheme = ascii_lower(base_url.substr(0, scheme_end));
    if (scheme != "http" && scheme != "https") {
        return fail(fmt::format("base_url: scheme '{}' is not http or https", scheme));
    }
    std::string_view rest = base_url.substr(scheme_end + 3);
    const std::size_t path_begin = rest.find_first_of("/?#");
    std::string_view path =
        path_begin == std::string_view::npos ? std::string_view{} : rest.substr(path_begin);
    Result<Authority> authority = authority_of(rest.substr(0, path_begin));
    if (!authority) return authority.error();
    if (path.find_first_of("?#") != std::string_view::npos) {
        return fail("base_url must not hold a query or a fragment");
    }
    if (!is_plain(base_url))
        return fail("base_url holds white space or another forbidden character");
    strip_slashes(path);
    const bool full = strip_suffix(path, "/chat/completions");
    if (!full && version_segment(path) != std::string_view::npos) strip_suffix(path, "/models");
    strip_slashes(path);
    std::string api(path);
    std::size_t version = version_segment(path);
    if (version == std::string_view::npos) {
        version = path.size();
        // Whoever writes the full address of a server without /v1 knows it.
        if (!full) api += "/v1";
    }
    const std::string& port = authority->port;
    const std::string given = port.empty() ? (scheme == "https" ? "443" : "80") : port;
    Endpoints out;
    out.origin = fmt::format("{}://{}:{}", scheme, authority->host, given);
    out.chat_completions = out.origin + api + "/chat/completions";
    out.models = out.origin + api + "/models";
    out.root = out.origin + std::string(path.substr(0, version));
    return out;
}

}  // namespace kilter
