// Words of protocols and file formats, which are ASCII: letters beyond it stay as they are. Pure,
// any thread.
#pragma once

#include <string>
#include <string_view>

namespace kilter {

inline std::string ascii_lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
}

}  // namespace kilter
