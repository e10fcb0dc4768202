// UTF-8: checking, walking, counting, repairing. Works on bytes as they came; a byte that is part
// of no valid sequence counts as one unit. Overlong forms, surrogates and > U+10FFFF are invalid.
// Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kilter::utf8 {

inline constexpr char32_t k_replacement = 0xFFFD;

struct Step {
    char32_t code_point = 0;  // k_replacement where invalid
    std::size_t length = 1;   // bytes to go on by; 1 where invalid
    bool valid = true;
};

// The unit that starts at `at`; at < bytes.size().
Step step(std::string_view bytes, std::size_t at);

// Byte offset of the first invalid byte.
std::optional<std::size_t> find_invalid(std::string_view bytes);

// Units: code points, each invalid byte as one.
std::size_t count(std::string_view bytes);

// Every invalid byte becomes U+FFFD.
std::string repair(std::string_view bytes);

void append(std::string& out, char32_t code_point);

// True where the byte continues a sequence (10xxxxxx).
inline bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

}  // namespace kilter::utf8
