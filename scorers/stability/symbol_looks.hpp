// How the masked view of the loop detector (loop_symbols.hpp) takes a symbol: its class, and what
// stands there for it. Pure, any thread.
#pragma once

#include <cstdint>

namespace kilter {

// A byte that is part of no valid sequence is a symbol of its own beyond Unicode: this + byte.
inline constexpr char32_t k_first_bad_byte = 0x110000;

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
