// One JSON string literal, from its opening quote to its closing one: the part of the reader that
// resolves escapes and repairs surrogates and UTF-8. For base/json/read.cpp. Any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kilter::json {

struct StringOutcome {
    std::size_t at = 0;  // byte after the closing quote, or the place of the error
    std::string error;   // empty: fine
    bool repaired_surrogate = false;
    bool repaired_utf8 = false;
};

// text[at] is the opening quote; the content is appended to `out`. keep_surrogates: see
// ReadOptions.
StringOutcome read_string(std::string_view text, std::size_t at, std::string& out,
                          bool keep_surrogates = false);

}  // namespace kilter::json
