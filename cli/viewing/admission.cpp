#include "cli/viewing/admission.hpp"

#include <algorithm>
#include <string_view>

#include "cli/viewing/secret.hpp"

namespace kilter {

namespace {

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

bool is_own_host(const ViewRequest& request, std::uint16_t port) {
    if (request.hosts.size() != 1) return false;
    const std::string host = lower(request.hosts.front());
    for (const std::string name : {"127.0.0.1", "localhost"}) {
        if (host == name + ":" + std::to_string(port)) return true;
        if (port == 80 && host == name) return true;
    }
    return false;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

bool has_cookie(const ViewRequest& request, const ViewSecret& secret) {
    const std::string wanted = secret.cookie_name();
    for (std::string_view line : request.cookies) {
        while (!line.empty()) {
            const std::size_t end = line.find(';');
            const std::string_view pair = trimmed(line.substr(0, end));
            line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
            const std::size_t mark = pair.find('=');
            if (mark == std::string_view::npos || pair.substr(0, mark) != wanted) continue;
            if (same_secret(pair.substr(mark + 1), secret.token)) return true;
        }
    }
    return false;
}

bool has_header(const ViewRequest& request, const ViewSecret& secret) {
    constexpr std::string_view k_scheme = "bearer ";
    const std::string_view value = request.authorization;
    return lower(std::string{value.substr(0, k_scheme.size())}) == k_scheme &&
           same_secret(trimmed(value.substr(k_scheme.size())), secret.token);
}

}  // namespace

Admission admit(const ViewRequest& request, const ViewSecret& secret) {
    if (!is_own_host(request, secret.port)) return Admission::wrong_host;
    if (request.method != "GET" && request.method != "HEAD") return Admission::wrong_method;
    // Another port of this machine is the same site to a browser, but not the same origin.
    const bool foreign = request.fetch_site == "cross-site" || request.fetch_site == "same-site";
    if (foreign && request.fetch_mode != "navigate") return Admission::other_site;
    if (const auto given = query_value(request.target, "token"))
        return same_secret(*given, secret.token) ? Admission::exchange : Admission::no_token;
    if (has_cookie(request, secret) || has_header(request, secret)) return Admission::welcome;
    return Admission::no_token;
}

std::string cookie_for(const ViewSecret& secret) {
    return secret.cookie_name() + "=" + secret.token + "; Path=/; HttpOnly; SameSite=Strict";
}

}  // namespace kilter
