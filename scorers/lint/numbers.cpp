#include <algorithm>
#include <string>
#include <vector>

#include "base/text/normalize.hpp"
#include "base/text/utf8.hpp"
#include "scorers/fields/currency.hpp"
#include "scorers/fields/number_text.hpp"
#include "scorers/lint/grounding.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_most_groups = 8;  // "999 999 999 ..." beyond 10^24 is no amount

// A run of digits with inner marks, and what stands around it.
struct Atom {
    std::string text;  // "6.300,00"
    bool follows_space =
        false;  // one white-space character, no line end, parts it from the last atom
    bool minus_before = false;
    bool minus_after = false;  // "300-", "(300)"
    bool sticks = false;       // to letters or digits, as in "2026-11" and "A4"
    std::string word_after;    // to find scale words
};

bool is_digit(char32_t c) {
    return c >= U'0' && c <= U'9';
}

bool is_minus(char32_t c) {
    return c == U'-' || c == 0x2212 || c == 0x2013 || c == U'(' || c == U')';
}

bool is_line_end(char32_t c) {
    return c == U'\n' || c == U'\r';
}

bool is_letter(char32_t c) {
    return c >= 0xC0 || (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}

// The letters behind `at`, white space skipped.
std::string word_behind(std::string_view text, std::size_t at) {
    std::string word;
    constexpr std::size_t k_longest = 16;
    while (at < text.size() && word.size() < k_longest) {
        const utf8::Step unit = utf8::step(text, at);
        const char32_t c = unit.code_point;
        if (is_letter(c) && !is_space(c)) {
            utf8::append(word, c);
        } else if (!word.empty() || !is_space(c) || is_line_end(c)) {
            return word;
        }
        at += unit.length;
    }
    return word;
}

bool is_joint(char32_t c) {
    return c == U'-' || c == U'/' || c == U':' || c == U'_';
}

// Latin, Greek or Cyrillic: scripts that part words by spaces.
bool is_word_part(char32_t c) {
    return is_digit(c) || (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') ||
           (c >= 0xC0 && c <= 0x24F) || (c >= 0x370 && c <= 0x52F);
}

// Where the code point before `at` begins; at > 0.
std::size_t before(std::string_view text, std::size_t at) {
    do {
        --at;
    } while (at > 0 && utf8::is_continuation(text[at]));
    return at;
}

// Whether the digits in [from, end) are part of something longer than a number.
bool sticks(std::string_view text, std::size_t from, std::size_t end) {
    constexpr std::size_t k_longest_word = 32;  // bytes
    const auto code_point = [&](std::size_t at) {
        return at < text.size() ? utf8::step(text, at).code_point : U' ';
    };
    if (is_joint(code_point(end)) && is_word_part(code_point(end + 1))) return true;
    if (from == 0) return false;
    std::size_t word = before(text, from);
    if (word > 0 && is_joint(code_point(word))) return is_word_part(code_point(before(text, word)));
    if (!is_word_part(code_point(word))) return false;
    while (word > 0 && from - word < k_longest_word && is_word_part(code_point(before(text, word))))
        word = before(text, word);
    return !currency_code(text.substr(word, from - word));
}

std::vector<Atom> atoms_of(std::string_view text) {
    std::vector<Atom> atoms;
    bool minus = false;      // the last character that is no space
    std::size_t spaces = 2;  // white space since the last atom; 2: too far
    for (std::size_t at = 0; at < text.size();) {
        const utf8::Step unit = utf8::step(text, at);
        const char32_t c = unit.code_point;
        if (!is_digit(c)) {
            const bool space = is_space(c) && !is_line_end(c);
            spaces = space ? spaces + 1 : 2;
            if (!is_space(c)) minus = is_minus(c);
            at += unit.length;
            continue;
        }
        std::size_t end = text.find_first_not_of("0123456789.,'", at);
        if (end == std::string_view::npos) end = text.size();
        const std::size_t stop = end;
        while (!is_digit(static_cast<unsigned char>(text[end - 1])))
            --end;  // marks of the sentence
        Atom atom;
        atom.text = text.substr(at, end - at);
        atom.follows_space = !atoms.empty() && spaces == 1;
        atom.minus_before = minus;
        atom.minus_after = end < text.size() && is_minus(utf8::step(text, end).code_point);
        atom.sticks = sticks(text, at, end);
        atom.word_after = word_behind(text, end);
        atoms.push_back(std::move(atom));
        spaces = end == stop ? 0 : 2;
        minus = false;
        at = stop;
    }
    return atoms;
}

bool fits(const FieldOptions& options, const Decimal& wanted, const Decimal& number,
          const Atom& first, const Atom& last) {
    // Hyphens in text are no signs, so that a positive gold asks for none; a negative one must show
    // its minus.
    const bool minus = first.minus_before || last.minus_after;
    if (wanted.is_negative() && !minus) return false;
    return within_tolerance(options, wanted.absolute(), number.absolute());
}

}  // namespace

bool holds_number(const FieldOptions& options, const Decimal& wanted, std::string_view text) {
    const std::vector<Atom> atoms = atoms_of(text);
    for (std::size_t first = 0; first < atoms.size(); ++first) {
        std::string joined;
        for (std::size_t last = first; last < atoms.size() && last - first < k_most_groups;
             ++last) {
            if (last > first && !atoms[last].follows_space) break;
            if (last > first) joined += ' ';
            joined += atoms[last].text;
            const auto number = read_number_text(joined, options.locale);
            if (!number) continue;
            if (fits(options, wanted, *number, atoms[first], atoms[last])) return true;
            const auto scale = scale_word(atoms[last].word_after, options.locale);
            if (scale &&
                fits(options, wanted, number->shifted(scale->power), atoms[first], atoms[last])) {
                return true;
            }
        }
    }
    return false;
}

std::vector<Decimal> find_numbers(const FieldOptions& options, std::string_view text) {
    const std::vector<Atom> atoms = atoms_of(text);
    std::vector<Decimal> numbers;
    for (std::size_t first = 0; first < atoms.size();) {
        std::optional<Decimal> longest;
        std::size_t next = first + 1;
        std::string joined;
        for (std::size_t last = first; last < atoms.size() && last - first < k_most_groups;
             ++last) {
            if (atoms[last].sticks || (last > first && !atoms[last].follows_space)) break;
            if (last > first) joined += ' ';
            joined += atoms[last].text;
            const auto number = read_number_text(joined, options.locale);
            if (!number) continue;
            const auto scale = scale_word(atoms[last].word_after, options.locale);
            longest = scale ? number->shifted(scale->power) : *number;
            next = last + 1;
        }
        if (longest) numbers.push_back(*longest);
        first = next;
    }
    return numbers;
}

}  // namespace kilter
