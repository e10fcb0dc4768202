#include "scorers/stability/symbol_looks.hpp"

#include <utf8proc.h>

#include <array>
#include <vector>

#include "base/text/normalize.hpp"

namespace kilter {
namespace {

constexpr char32_t k_unspaced_scripts = 0x2E80;  // from the CJK radicals on

constexpr std::array<SymbolLook, 128> ascii_looks() {
    std::array<SymbolLook, 128> looks{};
    for (char32_t c = 0; c < looks.size(); ++c) {
        SymbolLook& look = looks[c];
        look.masked = c;
        if (c >= '0' && c <= '9') look.kind = SymbolClass::digit;
        if (c >= 'a' && c <= 'z') look.kind = SymbolClass::letter;
        if (c >= 'A' && c <= 'Z') look = {SymbolClass::letter, c + ('a' - 'A')};
        if (c == ' ' || (c >= '\t' && c <= '\r')) look = {SymbolClass::space, ' '};
    }
    return looks;
}

constexpr std::array<SymbolLook, 128> k_ascii = ascii_looks();

SymbolClass class_beyond_ascii(char32_t symbol) {
    if (symbol >= k_first_bad_byte) return SymbolClass::other;
    if (is_space(symbol)) return SymbolClass::space;
    switch (utf8proc_category(static_cast<utf8proc_int32_t>(symbol))) {
        case UTF8PROC_CATEGORY_ND:
            return SymbolClass::digit;
        case UTF8PROC_CATEGORY_LO:
            return symbol < k_unspaced_scripts ? SymbolClass::letter : SymbolClass::other;
        case UTF8PROC_CATEGORY_LU:
        case UTF8PROC_CATEGORY_LL:
        case UTF8PROC_CATEGORY_LT:
        case UTF8PROC_CATEGORY_LM:
        case UTF8PROC_CATEGORY_MN:
        case UTF8PROC_CATEGORY_MC:
        case UTF8PROC_CATEGORY_NL:
        case UTF8PROC_CATEGORY_NO:
            return SymbolClass::letter;
        default:
            return SymbolClass::other;
    }
}

SymbolLook look_beyond_ascii(char32_t symbol) {
    const SymbolClass kind = class_beyond_ascii(symbol);
    if (kind == SymbolClass::space) return {kind, ' '};
    if (kind != SymbolClass::letter) return {kind, symbol};
    return {kind, static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(symbol)))};
}

}  // namespace

const SymbolLook* kept_looks() {
    static const std::vector<SymbolLook> looks = [] {
        std::vector<SymbolLook> all(k_ascii.begin(), k_ascii.end());
        for (char32_t c = k_ascii.size(); c < k_kept_looks; ++c)
            all.push_back(look_beyond_ascii(c));
        return all;
    }();
    return looks.data();
}

// Mostly ideographs and Hangul syllables, which are letters of unspaced scripts one and all.
SymbolLook look_beyond_kept(char32_t symbol) {
    const bool ideograph = symbol >= 0x4E00 && symbol <= 0x9FFF;
    const bool syllable = symbol >= 0xAC00 && symbol <= 0xD7A3;
    if (ideograph || syllable) return {SymbolClass::other, symbol};
    return look_beyond_ascii(symbol);
}

}  // namespace kilter
