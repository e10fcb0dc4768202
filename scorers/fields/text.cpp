#include "scorers/fields/text.hpp"

#include <algorithm>
#include <array>
#include <rapidfuzz/distance/Levenshtein.hpp>

#include "base/decimal.hpp"
#include "base/text/normalize.hpp"
#include "base/text/utf8.hpp"

namespace kilter {
namespace {

constexpr std::array<std::string_view, 7> k_null_words = {
    "-", "null", "none", "n/a", "nincs", "nincs adat", "nem szerepel"};
constexpr std::size_t k_longest_null_word = 64;  // bytes, with room for white space

bool is_invisible(char32_t c) {
    return c == 0x00AD || c == 0x200B || c == 0x2060 || c == 0xFEFF;
}

// Quotes and dashes of any style become the ASCII ones.
char32_t unify(char32_t c) {
    switch (c) {
        case 0x00AB:
        case 0x00BB:
        case 0x201C:
        case 0x201D:
        case 0x201E:
        case 0x201F:
        case 0x2033:
            return U'"';
        case 0x2018:
        case 0x2019:
        case 0x201A:
        case 0x201B:
        case 0x2032:
            return U'\'';
        case 0x2010:
        case 0x2011:
        case 0x2012:
        case 0x2013:
        case 0x2014:
        case 0x2015:
        case 0x2212:
            return U'-';
        default:
            return c;
    }
}

// Without invisible characters, marks unified, punctuation as white space where asked: were it
// dropped, "12.5" would be "125".
std::string plain_text(std::string_view text, bool drop_punctuation) {
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const utf8::Step unit = utf8::step(text, at);
        at += unit.length;
        if (is_invisible(unit.code_point)) continue;
        const char32_t c = unify(unit.code_point);
        utf8::append(plain, drop_punctuation && is_punctuation(c) ? U' ' : c);
    }
    return plain;
}

bool is_digit_byte(char c) {
    return c >= '0' && c <= '9';
}

bool is_word_byte(char c) {
    return static_cast<unsigned char>(c) >= 0x80U || is_digit_byte(c) || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

bool stands_alone(std::string_view text, std::size_t at, std::string_view phrase) {
    const std::size_t end = at + phrase.size();
    if (at > 0 && is_word_byte(phrase.front()) && is_word_byte(text[at - 1])) return false;
    if (end == text.size() || !is_digit_byte(phrase.back())) return true;
    if (is_digit_byte(text[end])) return false;
    // "30" is not in "30.5" or "30,000".
    const bool mark = text[end] == '.' || text[end] == ',';
    return !mark || end + 1 == text.size() || !is_digit_byte(text[end + 1]);
}

bool holds_phrase(std::string_view text, std::string_view phrase) {
    if (phrase.empty()) return false;
    for (auto at = text.find(phrase); at != std::string_view::npos;
         at = text.find(phrase, at + 1)) {
        if (stands_alone(text, at, phrase)) return true;
    }
    return false;
}

std::u32string code_points(std::string_view text) {
    std::u32string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const utf8::Step unit = utf8::step(text, at);
        out.push_back(unit.code_point);
        at += unit.length;
    }
    return out;
}

}  // namespace

std::string normalise_text(std::string_view text, bool fold_case) {
    return collapse_spaces(fold_case ? case_fold(plain_text(text, false))
                                     : nfc(plain_text(text, false)));
}

std::string normalise_text(const FieldOptions& options, std::string_view text) {
    const std::string form = options.nfkc ? nfkc(text) : std::string(text);
    const std::string plain = plain_text(form, options.drop_punctuation);
    return collapse_spaces(options.fold_case ? case_fold(plain) : nfc(plain));
}

bool is_null_word(std::string_view text) {
    if (is_blank(text)) return true;
    if (text.size() > k_longest_null_word) return false;
    // No null word holds a digit, and none vanishes from a text.
    if (std::any_of(text.begin(), text.end(), is_digit_byte)) return false;
    const std::string plain = normalise_text(text, true);
    return plain.empty() ||
           std::find(k_null_words.begin(), k_null_words.end(), plain) != k_null_words.end();
}

std::optional<std::string_view> scalar_text(const json::Value& value) {
    switch (value.kind) {
        case json::Kind::string:
        case json::Kind::number:
            return value.text;
        case json::Kind::boolean:
            return value.boolean ? std::string_view("true") : std::string_view("false");
        default:
            return std::nullopt;
    }
}

std::string canonical_text(const FieldOptions& options, std::string_view text) {
    const std::string plain = normalise_text(options, text);
    for (const auto& [reading, others] : options.aliases) {
        for (const std::string& other : others) {
            if (normalise_text(options, other) == plain) {
                return normalise_text(options, reading);
            }
        }
    }
    return plain;
}

bool is_listed_text(const FieldOptions& options, std::string_view text) {
    if (options.aliases.empty() && options.values.empty()) return false;
    const std::string plain = normalise_text(options, text);
    const auto same = [&](const std::string& other) {
        return normalise_text(options, other) == plain;
    };
    if (std::any_of(options.values.begin(), options.values.end(), same)) return true;
    return std::any_of(options.aliases.begin(), options.aliases.end(), [&](const auto& alias) {
        return same(alias.first) || std::any_of(alias.second.begin(), alias.second.end(), same);
    });
}

std::vector<std::string> find_phrases(const FieldOptions& options, std::string_view text) {
    const std::string plain = normalise_text(options, text);
    std::vector<std::string> found;
    for (const std::string& phrase : options.phrases) {
        if (holds_phrase(plain, normalise_text(options, phrase))) found.push_back(phrase);
    }
    return found;
}

double text_similarity(const FieldOptions& options, std::string_view gold,
                       std::string_view answer) {
    const std::u32string a = code_points(gold);
    const std::u32string b = code_points(answer);
    const auto longer = static_cast<long long>(std::max(a.size(), b.size()));
    if (longer == 0) return 1;
    const auto similarity_of = [longer](long long distance) {
        return static_cast<double>(longer - distance) / static_cast<double>(longer);
    };
    // The threshold is a verdict, so it is decided in exact decimals: matching < tau x longer.
    const Decimal tau = Decimal::parse(options.tau).value_or(Decimal::from_integer(1));
    const Decimal needed = tau * Decimal::from_integer(longer);
    const auto shorter = static_cast<long long>(std::min(a.size(), b.size()));
    if (Decimal::from_integer(shorter) < needed) return 0;  // the lengths alone are too far apart
    const auto distance = static_cast<long long>(rapidfuzz::levenshtein_distance(a, b));
    if (Decimal::from_integer(longer - distance) < needed) return 0;
    return similarity_of(distance);
}

}  // namespace kilter
