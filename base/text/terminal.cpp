#include "base/text/terminal.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include "base/text/utf8.hpp"

namespace kilter {
namespace {

struct Range {
    char32_t first;
    char32_t last;
};

// Controls, line separators, and format characters that reorder text or take no room. The joiners
// U+200C and U+200D stay: scripts and emoji need them.
constexpr Range k_hidden[] = {
    {0x00, 0x1F},     {0x7F, 0x9F},       {0x61C, 0x61C},     {0x180E, 0x180E}, {0x200B, 0x200B},
    {0x200E, 0x200F}, {0x2028, 0x202E},   {0x2060, 0x206F},   {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB},
    {0xFFFE, 0xFFFF}, {0x1D173, 0x1D17A}, {0xE0000, 0xE007F},
};

bool is_hidden(char32_t code_point) {
    for (const Range& range : k_hidden) {
        if (code_point >= range.first && code_point <= range.last) return true;
    }
    return false;
}

std::string escape(char32_t code_point) {
    switch (code_point) {
        case U'\n':
            return "\\n";
        case U'\r':
            return "\\r";
        case U'\t':
            return "\\t";
        default:
            break;
    }
    const auto value = static_cast<unsigned>(code_point);
    if (value <= 0xFFU) return fmt::format("\\x{:02x}", value);
    if (value <= 0xFFFFU) return fmt::format("\\u{:04x}", value);
    return fmt::format("\\u{{{:x}}}", value);
}

constexpr char32_t k_joiner = 0x200D;
constexpr char32_t k_as_emoji = 0xFE0F;  // behind a character that may be drawn as text

bool is_skin_tone(char32_t code_point) {
    return code_point >= 0x1F3FB && code_point <= 0x1F3FF;
}

// Vowels and finals of Hangul in pieces: drawn into the block that the initial opens.
bool is_inner_jamo(char32_t code_point) {
    return (code_point >= 0x1160 && code_point <= 0x11FF) ||
           (code_point >= 0xD7B0 && code_point <= 0xD7FB);
}

// Adds up columns code point by code point. What a joiner holds together, and a skin tone, share
// the columns of the emoji before them, as most terminals draw it.
class Columns {
  public:
    std::size_t total() const { return total_; }

    void add(const utf8::Step& unit) {
        if (!unit.valid) return add_base(1, false);
        const auto code_point = static_cast<utf8proc_int32_t>(unit.code_point);
        const utf8proc_property_t* about = utf8proc_get_property(code_point);
        const bool emoji = about->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
        const bool joined = joined_ && emoji;
        joined_ = unit.code_point == k_joiner && emoji_;
        if (joined || (is_skin_tone(unit.code_point) && emoji_)) return;
        if (is_inner_jamo(unit.code_point)) return;
        if (unit.code_point == k_as_emoji && emoji_ && last_ == 1) {
            ++total_;
            last_ = 2;
            return;
        }
        const int width = utf8proc_charwidth(code_point);
        if (width > 0) add_base(static_cast<std::size_t>(width), emoji);
    }

  private:
    void add_base(std::size_t width, bool emoji) {
        total_ += width;
        last_ = width;
        emoji_ = emoji;
        joined_ = false;
    }

    std::size_t total_ = 0, last_ = 0;
    bool emoji_ = false, joined_ = false;  // what the last character that takes columns is
};

constexpr std::string_view k_ellipsis = "\u2026";

}  // namespace

std::string visible(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const utf8::Step unit = utf8::step(text, at);
        if (!unit.valid) {
            out += fmt::format("\\x{:02x}",
                               static_cast<unsigned>(static_cast<unsigned char>(text[at])));
        } else if (is_hidden(unit.code_point)) {
            out += escape(unit.code_point);
        } else {
            out.append(text, at, unit.length);
        }
        at += unit.length;
    }
    return out;
}

std::size_t display_width(std::string_view text) {
    Columns columns;
    for (std::size_t at = 0; at < text.size();) {
        const utf8::Step unit = utf8::step(text, at);
        columns.add(unit);
        at += unit.length;
    }
    return columns.total();
}

std::string ellipsize(std::string_view text, std::size_t columns) {
    Columns width;
    std::size_t keep = 0;  // bytes that fit with the ellipsis behind them
    for (std::size_t at = 0; at < text.size();) {
        const utf8::Step unit = utf8::step(text, at);
        width.add(unit);
        at += unit.length;
        if (width.total() + 1 <= columns) keep = at;
        if (width.total() > columns) {
            if (columns == 0) return {};
            return std::string(text.substr(0, keep)).append(k_ellipsis);
        }
    }
    return std::string(text);
}

}  // namespace kilter
