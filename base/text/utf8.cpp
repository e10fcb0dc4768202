#include "base/text/utf8.hpp"

#include "base/text/byte_runs.hpp"

namespace kilter::utf8 {
namespace {

// The first byte of a sequence of two to four.
struct Lead {
    std::size_t length = 0;  // 0: starts no sequence
    char32_t bits = 0;
    char32_t smallest = 0;  // below it the form is overlong
};

Lead lead_of(unsigned char byte) {
    if (byte >= 0xC2U && byte <= 0xDFU) return {2, byte & 0x1FU, 0x80};
    if (byte >= 0xE0U && byte <= 0xEFU) return {3, byte & 0x0FU, 0x800};
    if (byte >= 0xF0U && byte <= 0xF4U) return {4, byte & 0x07U, 0x10000};
    return {};
}

bool is_surrogate(char32_t code_point) {
    return code_point >= 0xD800 && code_point <= 0xDFFF;
}

}  // namespace

Step step(std::string_view bytes, std::size_t at) {
    constexpr Step invalid{k_replacement, 1, false};
    const auto first = static_cast<unsigned char>(bytes[at]);
    if (first < 0x80U) return {first, 1, true};
    const Lead lead = lead_of(first);
    if (lead.length == 0 || lead.length > bytes.size() - at) return invalid;
    char32_t code_point = lead.bits;
    for (std::size_t i = 1; i < lead.length; ++i) {
        const char byte = bytes[at + i];
        if (!is_continuation(byte)) return invalid;
        code_point = (code_point << 6U) | (static_cast<unsigned char>(byte) & 0x3FU);
    }
    if (code_point < lead.smallest || code_point > 0x10FFFF || is_surrogate(code_point)) {
        return invalid;
    }
    return {code_point, lead.length, true};
}

std::optional<std::size_t> find_invalid(std::string_view bytes) {
    for (std::size_t at = ascii_run(bytes, 0); at < bytes.size(); at += ascii_run(bytes, at)) {
        const Step unit = step(bytes, at);
        if (!unit.valid) return at;
        at += unit.length;
    }
    return std::nullopt;
}

std::size_t count(std::string_view bytes) {
    std::size_t units = 0;
    for (std::size_t at = 0;;) {
        const std::size_t ascii = ascii_run(bytes, at);
        units += ascii;
        at += ascii;
        if (at >= bytes.size()) return units;
        at += step(bytes, at).length;
        ++units;
    }
}

std::string repair(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size());
    std::size_t kept = 0;  // up to here all is in `out`
    for (std::size_t at = ascii_run(bytes, 0); at < bytes.size(); at += ascii_run(bytes, at)) {
        const Step unit = step(bytes, at);
        if (!unit.valid) {
            out.append(bytes, kept, at - kept);
            append(out, k_replacement);
            kept = at + 1;
        }
        at += unit.length;
    }
    return out.append(bytes, kept);
}

void append(std::string& out, char32_t code_point) {
    if (code_point > 0x10FFFF || is_surrogate(code_point)) code_point = k_replacement;
    const auto low = [code_point](unsigned shift) {
        return static_cast<char>(0x80U | ((code_point >> shift) & 0x3FU));
    };
    const auto high = [code_point](char32_t mark, unsigned shift) {
        return static_cast<char>(mark | (code_point >> shift));
    };
    if (code_point < 0x80) {
        out.push_back(static_cast<char>(code_point));
    } else if (code_point < 0x800) {
        const char bytes[] = {high(0xC0U, 6), low(0)};
        out.append(bytes, sizeof bytes);
    } else if (code_point < 0x10000) {
        const char bytes[] = {high(0xE0U, 12), low(6), low(0)};
        out.append(bytes, sizeof bytes);
    } else {
        const char bytes[] = {high(0xF0U, 18), low(12), low(6), low(0)};
        out.append(bytes, sizeof bytes);
    }
}

}  // namespace kilter::utf8
