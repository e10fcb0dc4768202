// Dates as HTTP headers write them: the form of today and the two obsolete ones that recipients
// have to take (RFC 9110, section 5.6.7). Exact: names in their spelling, fields in their width.
// Pure, any thread.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace kilter {

// "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994".
// A year of two digits is the one of that end which lies at most 50 years after `now`. What is
// earlier than 1970 is the start of 1970, what is later than 2200 the end of 2200: the clock does
// not reach much further. nullopt: no such date.
std::optional<std::chrono::system_clock::time_point> parse_http_date(
    std::string_view text, std::chrono::system_clock::time_point now);

}  // namespace kilter
