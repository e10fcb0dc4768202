#include "base/text/normalize.hpp"

#include <utf8proc.h>

#include <cstdlib>
#include <memory>
#include <vector>

#include "base/text/byte_runs.hpp"
#include "base/text/utf8.hpp"

namespace kilter {
namespace {

struct Free {
    void operator()(utf8proc_uint8_t* memory) const { std::free(memory); }
};

// utf8proc with explicit lengths, because model text may hold NUL.
std::string map(std::string_view text, utf8proc_option_t options) {
    const std::string repaired = utf8::repair(text);
    utf8proc_uint8_t* mapped = nullptr;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(repaired.data());
    const utf8proc_ssize_t length =
        utf8proc_map(bytes, static_cast<utf8proc_ssize_t>(repaired.size()), &mapped, options);
    const std::unique_ptr<utf8proc_uint8_t, Free> owner(mapped);
    if (length < 0) return repaired;  // out of memory or too long: the text itself
    return std::string(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(length));
}

// Letters of Latin script below the first combining mark, the marks and signs that print uses, and
// the stand-in for bytes that are none: NFC leaves each of them as it is, whatever stands beside
// it, as long as that is one of them too.
bool is_settled(char32_t c) {
    return c < 0x300 || (c >= 0x2010 && c <= 0x2027) || (c >= 0x2030 && c <= 0x205E) ||
           (c >= 0x20A0 && c <= 0x20BF) || c == utf8::k_replacement;
}

// Text that NFC does not change once it is repaired: nearly all text, seen without taking it apart.
bool is_nfc(std::string_view text) {
    for (std::size_t at = ascii_run(text, 0); at < text.size(); at += ascii_run(text, at)) {
        const utf8::Step unit = utf8::step(text, at);
        if (!is_settled(unit.code_point)) return false;
        at += unit.length;
    }
    return true;
}

constexpr auto k_nfc = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
constexpr auto k_nfkc =
    static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
constexpr auto k_fold =
    static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);

// The foldings of U+0080 to U+02FF, one by one from the library. In text of settled characters
// nothing is composed across two of them.
std::string fold_settled(std::string_view text) {
    constexpr char32_t k_first = 0x80;
    constexpr char32_t k_end = 0x300;
    static const std::vector<std::string> folded = [] {
        std::vector<std::string> all;
        for (char32_t c = k_first; c < k_end; ++c) {
            std::string one;
            utf8::append(one, c);
            all.push_back(map(one, k_fold));
        }
        return all;
    }();
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const utf8::Step unit = utf8::step(text, at);
        const char32_t c = unit.code_point;
        if (c < k_first) {
            out.push_back(static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c));
        } else if (c < k_end) {
            out += folded[c - k_first];
        } else if (unit.valid) {
            out.append(text, at, unit.length);
        } else {
            utf8::append(out, c);
        }
        at += unit.length;
    }
    return out;
}

}  // namespace

std::string nfc(std::string_view text) {
    return is_nfc(text) ? utf8::repair(text) : map(text, k_nfc);
}

std::string nfkc(std::string_view text) {
    return map(text, k_nfkc);
}

// Decomposed first: folding maps U+0345 to a letter, which must not depend on whether it stood
// alone.
std::string case_fold(std::string_view text) {
    return is_nfc(text) ? fold_settled(text) : map(nfc(text), k_fold);
}

std::string unicode_library_version() {
    return utf8proc_version();
}

bool is_space(char32_t code_point) {
    switch (code_point) {
        case 0x20:
        case 0x85:
        case 0xA0:
        case 0x1680:
        case 0x2028:
        case 0x2029:
        case 0x202F:
        case 0x205F:
        case 0x3000:
            return true;
        default:
            return (code_point >= 0x09 && code_point <= 0x0D) ||
                   (code_point >= 0x2000 && code_point <= 0x200A);
    }
}

bool is_punctuation(char32_t code_point) {
    switch (utf8proc_category(static_cast<utf8proc_int32_t>(code_point))) {
        case UTF8PROC_CATEGORY_PC:
        case UTF8PROC_CATEGORY_PD:
        case UTF8PROC_CATEGORY_PS:
        case UTF8PROC_CATEGORY_PE:
        case UTF8PROC_CATEGORY_PI:
        case UTF8PROC_CATEGORY_PF:
        case UTF8PROC_CATEGORY_PO:
            return true;
        default:
            return false;
    }
}

bool is_blank(std::string_view text) {
    return trim(text).empty();
}

std::string collapse_spaces(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    bool space = false;
    const auto put = [&](std::string_view word) {
        if (space && !out.empty()) out.push_back(' ');
        space = false;
        out += word;
    };
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ') {
            space = true;
            ++at;
            continue;
        }
        // Nearly all text: as it is, but for a last space, which others may follow.
        if (const std::size_t run = single_spaced_run(text, at); run > 0) {
            const bool open = text[at + run - 1] == ' ';
            put(text.substr(at, run - (open ? 1 : 0)));
            space = open;
            at += run;
            continue;
        }
        const utf8::Step unit = utf8::step(text, at);
        if (is_space(unit.code_point)) {
            space = true;
        } else if (unit.valid) {
            put(text.substr(at, unit.length));
        } else {
            put({});
            utf8::append(out, utf8::k_replacement);
        }
        at += unit.length;
    }
    return out;
}

std::string_view trim(std::string_view text) {
    std::size_t begin = 0;
    while (begin < text.size()) {
        const utf8::Step unit = utf8::step(text, begin);
        if (!is_space(unit.code_point)) break;
        begin += unit.length;
    }
    std::size_t end = text.size();
    while (end > begin) {
        std::size_t start = end - 1;
        while (start > begin && end - start < 4 && utf8::is_continuation(text[start])) --start;
        const utf8::Step unit = utf8::step(text.substr(0, end), start);
        if (!unit.valid || start + unit.length != end || !is_space(unit.code_point)) break;
        end = start;
    }
    return text.substr(begin, end - begin);
}

std::string normalize_for_comparison(std::string_view text) {
    // What collapses spaces repairs the text as well.
    return is_nfc(text) ? collapse_spaces(text) : collapse_spaces(map(text, k_nfc));
}

}  // namespace kilter
