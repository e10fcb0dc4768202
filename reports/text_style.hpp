// How text for a terminal may look: its width and whether colour is allowed. Plain data.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kilter {

struct TextStyle {
    std::size_t columns = 80;
    bool colour = false;
};

enum class Paint { plain, strong, good, bad, warn, faint };

// The text with ANSI attributes where the style allows them. Never the only carrier of a meaning.
std::string paint(std::string_view text, Paint how, const TextStyle& style);

// Words of a sentence over lines, each at most style.columns wide; continuation lines are indented.
std::string wrap(std::string_view text, std::size_t indent, const TextStyle& style);

}  // namespace kilter
