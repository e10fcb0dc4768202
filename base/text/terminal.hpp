// Model output is hostile: makes text safe for a terminal line. Control characters, escape
// sequences and bidi controls become visible (\n, \x1b, \u202e); nothing is dropped. Any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kilter {

std::string visible(std::string_view text);
// Columns a terminal needs for the text: wide East Asian characters and emoji take two, combining
// marks none. Terminals differ over emoji that are made of several characters.
std::size_t display_width(std::string_view text);
// At most `columns` wide; cut text ends in U+2026.
std::string ellipsize(std::string_view text, std::size_t columns);

}  // namespace kilter
