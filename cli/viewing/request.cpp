#include "cli/viewing/request.hpp"

namespace kilter {

namespace {

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// A percent sign without two digits stays as it is.
std::string decoded(std::string_view text, bool plus_is_space) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 &&
            hex_value(text[i + 2]) >= 0) {
            out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
            i += 2;
        } else {
            out += plus_is_space && text[i] == '+' ? ' ' : text[i];
        }
    }
    return out;
}

std::string_view path_of(std::string_view target) {
    return target.substr(0, target.find('?'));
}

std::string_view query_of(std::string_view target) {
    const std::size_t mark = target.find('?');
    return mark == std::string_view::npos ? std::string_view{} : target.substr(mark + 1);
}

// Takes "name=value" off the front.
std::string_view next_pair(std::string_view& query) {
    const std::size_t end = query.find('&');
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(end == std::string_view::npos ? query.size() : end + 1);
    return pair;
}

std::string_view name_of(std::string_view pair) {
    return pair.substr(0, pair.find('='));
}

}  // namespace

std::optional<std::string> query_value(std::string_view target, std::string_view name) {
    std::string_view query = query_of(target);
    while (!query.empty()) {
        const std::string_view pair = next_pair(query);
        if (decoded(name_of(pair), true) != name) continue;
        const std::size_t mark = pair.find('=');
        return mark == std::string_view::npos ? std::string{}
                                              : decoded(pair.substr(mark + 1), true);
    }
    return std::nullopt;
}

std::string without_query_value(std::string_view target, std::string_view name) {
    std::string kept;
    std::string_view query = query_of(target);
    while (!query.empty()) {
        const std::string_view pair = next_pair(query);
        if (pair.empty() || decoded(name_of(pair), true) == name) continue;
        kept += (kept.empty() ? "?" : "&") + std::string{pair};
    }
    return std::string{path_of(target)} + kept;
}

std::string percent_encoded(std::string_view text) {
    constexpr std::string_view k_digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == '~';
        if (plain) {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += k_digits[byte >> 4];
        out += k_digits[byte & 15];
    }
    return out;
}

ViewRoute route_of(std::string_view target) {
    constexpr std::string_view k_experiment = "/experiment/";
    const std::string_view path = path_of(target);
    ViewRoute route;
    if (path == "/") {
        route.part = ViewPart::experiments;
    } else if (path.substr(0, k_experiment.size()) == k_experiment &&
               path.size() > k_experiment.size()) {
        route.part = ViewPart::experiment;
        route.experiment = decoded(path.substr(k_experiment.size()), false);
    } else if (path == "/compare") {
        route.part = ViewPart::compare;
        route.a = query_value(target, "a").value_or("");
        route.b = query_value(target, "b").value_or("");
        route.level = query_value(target, "level").value_or("");
    } else if (path == "/favicon.ico") {
        route.part = ViewPart::icon;
    } else if (path == "/events") {
        route.part = ViewPart::events;
        route.experiment = query_value(target, "experiment").value_or("");
    }
    return route;
}

}  // namespace kilter
