#include "base/json/string_reader.hpp"

#include <fmt/format.h>
#include <optional>

#include "base/text/byte_runs.hpp"
#include "base/text/utf8.hpp"

namespace kilter::json {
namespace {

std::optional<char32_t> hex_value(char c) {
    if (c >= '0' && c <= '9') return static_cast<char32_t>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<char32_t>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') return static_cast<char32_t>(c - 'A' + 10);
    return std::nullopt;
}

// The unit of "\uXXXX" whose backslash stands at `at`; nullopt: no such escape there.
std::optional<char32_t> unicode_escape(std::string_view text, std::size_t at) {
    constexpr std::size_t k_length = 6;
    if (at + k_length > text.size() || text[at] != '\\' || text[at + 1] != 'u') return std::nullopt;
    char32_t unit = 0;
    for (std::size_t i = 2; i < k_length; ++i) {
        const std::optional<char32_t> digit = hex_value(text[at + i]);
        if (!digit) return std::nullopt;
        unit = unit * 16 + *digit;
    }
    return unit;
}

char simple_escape(char letter) {
    switch (letter) {
        case '"':
        case '\\':
        case '/':
            return letter;
        case 'b':
            return '\b';
        case 'f':
            return '\f';
        case 'n':
            return '\n';
        case 'r':
            return '\r';
        case 't':
            return '\t';
        default:
            return '\0';
    }
}

// Three bytes, ED A0..BF 80..BF, which no valid UTF-8 holds.
void append_surrogate(std::string& out, char32_t unit) {
    out.push_back(static_cast<char>(0xED));
    out.push_back(static_cast<char>(0x80U | ((unit >> 6U) & 0x3FU)));
    out.push_back(static_cast<char>(0x80U | (unit & 0x3FU)));
}

// The escape whose backslash stands at outcome.at; goes past it.
void read_escape(std::string_view text, StringOutcome& outcome, std::string& out,
                 bool keep_surrogates) {
    if (outcome.at + 1 >= text.size()) {
        outcome = {text.size(), "unexpected end in a string", false, false};
        return;
    }
    const char letter = text[outcome.at + 1];
    if (letter != 'u') {
        const char meant = simple_escape(letter);
        if (meant == '\0') {
            outcome.error = "unknown escape in a string";
            return;
        }
        out.push_back(meant);
        outcome.at += 2;
        return;
    }
    const std::optional<char32_t> unit = unicode_escape(text, outcome.at);
    if (!unit) {
        outcome.error = "\\u without four hexadecimal digits";
        return;
    }
    outcome.at += 6;
    if (*unit < 0xD800 || *unit > 0xDFFF) {
        utf8::append(out, *unit);
        return;
    }
    const std::optional<char32_t> low = unicode_escape(text, outcome.at);
    if (*unit <= 0xDBFF && low && *low >= 0xDC00 && *low <= 0xDFFF) {
        utf8::append(out, 0x10000 + ((*unit - 0xD800) << 10U) + (*low - 0xDC00));
        outcome.at += 6;
        return;
    }
    if (keep_surrogates) {
        append_surrogate(out, *unit);
        return;
    }
    outcome.repaired_surrogate = true;
    utf8::append(out, utf8::k_replacement);
}

}  // namespace

StringOutcome read_string(std::string_view text, std::size_t at, std::string& out,
                          bool keep_surrogates) {
    StringOutcome outcome{at + 1, {}, false, false};
    while (outcome.error.empty()) {
        const std::size_t plain = plain_json_run(text, outcome.at);
        out.append(text, outcome.at, plain);
        outcome.at += plain;
        if (outcome.at >= text.size()) {
            outcome.at = text.size();
            outcome.error = "unexpected end in a string";
            break;
        }
        const char c = text[outcome.at];
        if (c == '"') {
            ++outcome.at;
            break;
        }
        if (c == '\\') {
            read_escape(text, outcome, out, keep_surrogates);
            continue;
        }
        const utf8::Step unit = utf8::step(text, outcome.at);
        if (unit.code_point < 0x20) {
            outcome.error = fmt::format("control character U+{:04X} in a string",
                                        static_cast<unsigned>(unit.code_point));
            break;
        }
        if (unit.valid) {
            out.append(text, outcome.at, unit.length);
        } else {
            outcome.repaired_utf8 = true;
            if (keep_surrogates)
                out.push_back(c);
            else
                utf8::append(out, utf8::k_replacement);
        }
        outcome.at += unit.length;
    }
    return outcome;
}

}  // namespace kilter::json
