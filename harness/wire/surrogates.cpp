#include "harness/wire/surrogates.hpp"

#include <cstddef>

#include "base/text/utf8.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_half_length = 3;

unsigned byte_at(std::string_view text, std::size_t at) {
    return static_cast<unsigned char>(text[at]);
}

// The surrogate whose three bytes stand at `at`; 0: none.
char32_t half_at(std::string_view text, std::size_t at) {
    if (at + k_half_length > text.size() || byte_at(text, at) != 0xEDU) return 0;
    const unsigned second = byte_at(text, at + 1);
    if (second < 0xA0U) return 0;
    return 0xD000U | ((second & 0x3FU) << 6U) | (byte_at(text, at + 2) & 0x3FU);
}

bool is_high(char32_t half) {
    return half >= 0xD800 && half <= 0xDBFF;
}
bool is_low(char32_t half) {
    return half >= 0xDC00 && half <= 0xDFFF;
}

}  // namespace

void append_joined(std::string& text, std::string_view piece) {
    const char32_t low = half_at(piece, 0);
    if (is_low(low) && text.size() >= k_half_length) {
        const char32_t high = half_at(text, text.size() - k_half_length);
        if (is_high(high)) {
            text.resize(text.size() - k_half_length);
            utf8::append(text, 0x10000 + ((high - 0xD800) << 10U) + (low - 0xDC00));
            piece.remove_prefix(k_half_length);
        }
    }
    text.append(piece);
}

std::string_view without_open_half(std::string_view text) {
    if (text.size() < k_half_length) return text;
    const std::size_t at = text.size() - k_half_length;
    return is_high(half_at(text, at)) ? text.substr(0, at) : text;
}

bool repair_lone_halves(std::string& text) {
    bool repaired = false;
    // 0xED is never a continuation byte, so every hit is the start of a sequence.
    for (std::size_t at = text.find('\xED'); at != std::string::npos;
         at = text.find('\xED', at + 1)) {
        if (half_at(text, at) == 0) continue;
        text.replace(at, k_half_length, "\xEF\xBF\xBD");
        repaired = true;
    }
    return repaired;
}

}  // namespace kilter
