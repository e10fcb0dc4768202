// What the local page reads of an HTTP request, and what it asks for. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kilter {

struct ViewRequest {
    std::string method, target;               // target: path and query, as sent
    std::vector<std::string> hosts, cookies;  // every line of these headers
    std::string authorization;
    std::string fetch_site, fetch_mode;  // Sec-Fetch-*; empty: a program that is no browser
    unsigned http_version = 11;
    bool keep_alive = true;
    bool has_body = false;
};

// icon: what a browser asks for unasked.
enum class ViewPart { experiments, experiment, compare, events, icon, none };

struct ViewRoute {
    ViewPart part = ViewPart::none;
    std::string experiment;   // a word as on the command line; empty, of events: all
    std::string a, b, level;  // of compare; empty: not chosen yet
};

ViewRoute route_of(std::string_view target);

// The value of a name in the query; nullopt: it is not there. Percent-encoding is undone.
std::optional<std::string> query_value(std::string_view target, std::string_view name);
// The target without that name.
std::string without_query_value(std::string_view target, std::string_view name);

// "%3A" for what may not stand in a query as it is.
std::string percent_encoded(std::string_view text);

}  // namespace kilter
