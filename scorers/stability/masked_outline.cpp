#include "scorers/stability/masked_outline.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

#include "base/text/byte_runs.hpp"
#include "base/text/utf8.hpp"
#include "scorers/stability/loop_symbols.hpp"
#include "scorers/stability/symbol_looks.hpp"

namespace kilter {
namespace {

using byte_runs::k_high_bits;
using byte_runs::k_ones;

constexpr std::size_t k_word = sizeof(std::uint64_t);
constexpr std::size_t k_usual_bytes = 1U << 20U;  // memory beyond this is given back

struct Unit {
    SymbolLook look;
    std::size_t length = 1;  // bytes
};

inline Unit unit_at(std::string_view text, std::size_t at, const SymbolLook* kept) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80U) return {kept[byte], 1};
    const SymbolAt one = symbol_at(text, at);
    return {look_of(one.symbol, kept), one.length};
}

// Letters that end at `at`, one after the other. A lead byte always begins a unit, so that units
// read backwards are those read forwards.
std::size_t letters_before(std::string_view text, std::size_t at, const SymbolLook* kept) {
    std::size_t letters = 0;
    while (at > 0) {
        std::size_t start = at - 1;
        while (start > 0 && at - start < 4 && utf8::is_continuation(text[start])) --start;
        const Unit unit = unit_at(text.substr(0, at), start, kept);
        if (unit.look.kind != SymbolClass::letter || start + unit.length != at) break;
        ++letters;
        at = start;
    }
    return letters;
}

std::size_t end_of_token(std::string_view text, std::size_t at, const SymbolLook* kept) {
    while (at < text.size()) {
        const Unit unit = unit_at(text, at, kept);
        if (unit.look.kind != SymbolClass::letter && unit.look.kind != SymbolClass::digit) break;
        at += unit.length;
    }
    return at;
}

// High bits of the bytes that are more than a symbol each: all but printable ASCII, digits, and a
// space with a space behind it. Right for the first of them in memory, as sums carry upwards.
// `next`: the eight bytes from the second on.
inline std::uint64_t special_bytes(std::uint64_t word, std::uint64_t next) {
    constexpr std::uint64_t k_spaces = k_ones * ' ';
    const std::uint64_t printable = word + k_ones * (0x80 - ' ');
    const std::uint64_t no_digit = (word ^ (k_ones * '0')) + k_ones * (0x80 - 10);
    const std::uint64_t single = ((word ^ k_spaces) | (next ^ k_spaces)) + k_ones * 0x7F;
    return (word | ~(printable & no_digit & single)) & k_high_bits;
}

inline void store(char* out, std::uint64_t word) {
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    std::memcpy(out, &word, sizeof word);
}

}  // namespace

void MaskedOutline::assign(std::string_view text) {
    if (bytes_.size() < text.size()) bytes_.resize(text.size());
    const SymbolLook* const kept = kept_looks();
    char* const out = bytes_.data();  // never ahead of `at`
    std::size_t size = 0;
    std::size_t after_space = 0;  // or 1
    for (std::size_t at = 0; at < text.size();) {
        if (after_space == 0 || text[at] != ' ') {
            const std::size_t first = at;
            std::uint64_t special = 0;
            for (; at + k_word < text.size() && special == 0; at += k_word) {
                const std::uint64_t word = byte_runs::load(text, at);
                special = special_bytes(word, byte_runs::load(text, at + 1));
                // What stands behind a special one is overwritten.
                store(out + size, word | (k_ones * 0x20));
                size += k_word;
            }
            if (special != 0) {
                const std::size_t beyond =
                    k_word - static_cast<std::size_t>(std::countr_zero(special)) / 8;
                at -= beyond;
                size -= beyond;
            }
            if (at > first) after_space = text[at - 1] == ' ' ? 1 : 0;
        }
        do {
            const Unit unit = unit_at(text, at, kept);
            if (unit.look.kind == SymbolClass::digit) {
                size -= letters_before(text, at, kept);
                out[size++] = byte_of(k_masked_token);
                after_space = 0;
                at = end_of_token(text, at, kept);
                continue;
            }
            const std::size_t space = unit.look.kind == SymbolClass::space ? 1 : 0;
            out[size] = byte_of(unit.look.masked);
            size += 1 - (space & after_space);
            after_space = space;
            at += unit.length;
        } while (at < text.size() && static_cast<unsigned char>(text[at]) >= 0x80U);
    }
    size_ = size;
}

void MaskedOutline::trim_memory() {
    size_ = 0;
    if (bytes_.size() > k_usual_bytes) std::vector<char>().swap(bytes_);
}

}  // namespace kilter
