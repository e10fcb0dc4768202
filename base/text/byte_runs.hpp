// How far a text consists of bytes of one simple sort, looked at eight at a time: what walkers over
// long texts go past before they look at single bytes. Pure, any thread.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace kilter {

namespace byte_runs {

inline constexpr std::uint64_t k_ones = 0x0101010101010101ULL;
inline constexpr std::uint64_t k_high_bits = 0x80 * k_ones;

// Eight bytes from `at` on, the first of them lowest.
inline std::uint64_t load(std::string_view text, std::size_t at) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    return word;
}

// High bit of every byte that is zero; above the first such byte it may be wrong.
inline std::uint64_t zero_bytes(std::uint64_t word) {
    return (word - k_ones) & ~word & k_high_bits;
}

// Bytes from `at` on, none of which `stops` marks: a function from eight bytes to the high bits of
// those that end the run, right for the first of them in memory; the rest of its bits do not count.
template <class Stops>
std::size_t run_length(std::string_view text, std::size_t at, const Stops& stops) {
    constexpr std::size_t k_word = sizeof(std::uint64_t);
    std::size_t end = at;
    while (end + k_word <= text.size()) {
        const std::uint64_t found = stops(load(text, end));
        if (found != 0) return end + static_cast<std::size_t>(std::countr_zero(found)) / 8 - at;
        end += k_word;
    }
    while (end < text.size()) {
        // In the lowest byte; the others are harmless letters.
        const std::uint64_t word = 0x6161616161616100ULL | static_cast<unsigned char>(text[end]);
        if ((stops(word) & 0x80U) != 0) break;
        ++end;
    }
    return end - at;
}

}  // namespace byte_runs

// ASCII.
inline std::size_t ascii_run(std::string_view text, std::size_t at) {
    return byte_runs::run_length(text, at,
                                 [](std::uint64_t word) { return word & byte_runs::k_high_bits; });
}

// Bytes that stand for themselves between the quotes of JSON: ASCII, no control character, no
// quote, no backslash.
inline std::size_t plain_json_run(std::string_view text, std::size_t at) {
    return byte_runs::run_length(text, at, [](std::uint64_t word) {
        using namespace byte_runs;
        const std::uint64_t control = (word - 0x20 * k_ones) & ~word & k_high_bits;
        return control | zero_bytes(word ^ (k_ones * '"')) | zero_bytes(word ^ (k_ones * '\\')) |
               (word & k_high_bits);
    });
}

// Printable ASCII in which no space follows a space.
inline std::size_t single_spaced_run(std::string_view text, std::size_t at) {
    using namespace byte_runs;
    constexpr std::uint64_t k_spaces = k_ones * ' ';
    std::size_t end = at;
    for (; end + sizeof(std::uint64_t) < text.size(); end += sizeof(std::uint64_t)) {
        const std::uint64_t word = load(text, end);
        const std::uint64_t both = (word ^ k_spaces) | (load(text, end + 1) ^ k_spaces);
        const std::uint64_t control = (word - k_spaces) & ~word & k_high_bits;
        const std::uint64_t found = control | (word & k_high_bits) | zero_bytes(both);
        if (found != 0) return end + static_cast<std::size_t>(std::countr_zero(found)) / 8 - at;
    }
    for (; end < text.size(); ++end) {
        const auto byte = static_cast<unsigned char>(text[end]);
        const bool doubled = byte == ' ' && end + 1 < text.size() && text[end + 1] == ' ';
        if (byte < ' ' || byte >= 0x80U || doubled) break;
    }
    return end - at;
}

// Bytes that both texts have alike from their beginnings on.
inline std::size_t common_run(std::string_view a, std::string_view b) {
    constexpr std::size_t k_word = sizeof(std::uint64_t);
    const std::size_t size = a.size() < b.size() ? a.size() : b.size();
    std::size_t at = 0;
    for (; at + k_word <= size; at += k_word) {
        if (std::memcmp(a.data() + at, b.data() + at, k_word) != 0) break;
    }
    while (at < size && a[at] == b[at]) ++at;
    return at;
}

}  // namespace kilter
