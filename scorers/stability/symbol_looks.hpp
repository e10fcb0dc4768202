// Symbols of the loop detector (loop_symbols.hpp): how a text is taken apart into them, and how its
// masked view takes one: its class, and what stands there for it. Pure, any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/text/utf8.hpp"

namespace kilter {

// A byte that is part of no valid sequence is a symbol of its own beyond Unicode: this + byte.
inline constexpr char32_t k_first_bad_byte = 0x110000;

struct SymbolAt {
    char32_t symbol = 0;
    std::size_t length = 1;  // bytes
};

// Fast for two bytes, as most letters beyond ASCII have.
inline SymbolAt symbol_at(std::string_view text, std::size_t at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0xC2U && byte <= 0xDFU && at + 1 < text.size() &&
        utf8::is_continuation(text[at + 1])) {
        const auto next = static_cast<unsigned char>(text[at + 1]);
        return {static_cast<char32_t>((byte & 0x1FU) << 6U | (next & 0x3FU)), 2};
    }
    const utf8::Step step = utf8::step(text, at);
    return {step.valid ? step.code_point : k_first_bad_byte + byte, step.length};
}

enum class SymbolClass : std::uint8_t { other, letter, digit, space };

struct SymbolLook {
    SymbolClass kind = SymbolClass::other;
    char32_t masked = 0;  // a space, or in lower case
};

// Alphabets and the marks of print, looked up once.
inline constexpr char32_t k_kept_looks = 0x2100;
const SymbolLook* kept_looks();  // of the symbols below it
SymbolLook look_beyond_kept(char32_t symbol);

// `kept`: kept_looks(), asked for once a text.
inline SymbolLook look_of(char32_t symbol, const SymbolLook* kept) {
    return symbol < k_kept_looks ? kept[symbol] : look_beyond_kept(symbol);
}

}  // namespace kilter
