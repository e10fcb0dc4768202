#include "scorers/fields/number_text.hpp"

#include <algorithm>
#include <string>

#include "base/text/normalize.hpp"
#include "base/text/utf8.hpp"
#include "scorers/fields/text.hpp"

namespace kilter {
namespace {

constexpr std::size_t k_longest = 8192;  // bytes; a thousand digits with wide grouping fit easily

// ASCII only, one space for any run of white space, "-" for the minus signs that print uses.
// nullopt: a character that no number holds.
std::optional<std::string> simplify(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const utf8::Step unit = utf8::step(text, at);
        at += unit.length;
        const char32_t c = unit.code_point;
        if (is_space(c)) {
            if (!out.empty() && out.back() != ' ') out.push_back(' ');
        } else if (c == 0x2212 || c == 0x2013) {
            out.push_back('-');
        } else if (c == 0x2019) {
            out.push_back('\'');
        } else if (c > 0x20 && c < 0x7F) {
            out.push_back(static_cast<char>(c));
        } else {
            return std::nullopt;
        }
    }
    if (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

// Takes the one sign that a number may carry; nullopt: more than one.
std::optional<bool> take_sign(std::string_view& text) {
    int signs = 0;
    bool negative = false;
    if (text.size() >= 2 && text.front() == '(' && text.back() == ')') {
        text = text.substr(1, text.size() - 2);
        negative = true;
        ++signs;
    }
    text = trim(text);
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        negative |= text.front() == '-';
        text.remove_prefix(1);
        ++signs;
    }
    if (!text.empty() && text.back() == '-') {
        negative = true;
        text.remove_suffix(1);
        ++signs;
    }
    text = trim(text);
    if (signs > 1) return std::nullopt;
    return negative;
}

// "6.300,-", "6.300, –": the dash stands for a fraction that is zero, never for a minus. False: a
// decimal point and a dash with nothing before them.
bool take_price_dash(std::string_view& text) {
    if (text.empty() || text.back() != '-') return true;
    const std::string_view before = trim(text.substr(0, text.size() - 1));
    if (before.empty() || (before.back() != ',' && before.back() != '.')) return true;
    text = trim(before.substr(0, before.size() - 1));
    return !text.empty();
}

bool is_digits(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Without the grouping marks; nullopt unless the first group has one to three digits and all others
// exactly three.
std::optional<std::string> ungroup(std::string_view text, char mark) {
    std::string digits;
    bool first = true;
    while (true) {
        const std::size_t end = text.find(mark);
        const std::string_view group = text.substr(0, end);
        if (!is_digits(group) || group.empty() || group.size() > 3) return std::nullopt;
        if (!first && group.size() != 3) return std::nullopt;
        digits += group;
        first = false;
        if (end == std::string_view::npos) return digits;
        text.remove_prefix(end + 1);
    }
}

std::optional<std::string> join(std::optional<std::string> whole, std::string_view fraction) {
    if (!whole || !is_digits(fraction)) return std::nullopt;
    if (whole->empty() && fraction.empty()) return std::nullopt;
    return *whole + '.' + std::string(fraction);
}

// One mark, once: the locale decides where the digits could be read either way.
bool groups_thousands(std::string_view before, std::string_view after, char mark, Locale locale) {
    if (after.size() != 3 || before.empty() || before.size() > 3 || before == "0") return false;
    return mark == (locale == Locale::en ? ',' : '.');
}

// Unsigned digits with marks as a plain decimal literal.
std::optional<std::string> plain_literal(std::string_view text, Locale locale) {
    const auto count = [text](char c) { return std::count(text.begin(), text.end(), c); };
    const auto spaces = count(' ');
    const auto apostrophes = count('\'');
    const auto dots = count('.');
    const auto commas = count(',');
    const std::size_t last = text.find_last_of(".,");
    const std::string_view before = text.substr(0, last);
    const std::string_view after = last == std::string_view::npos ? "" : text.substr(last + 1);
    if (spaces + apostrophes > 0) {
        if ((spaces > 0 && apostrophes > 0) || dots + commas > 1) return std::nullopt;
        return join(ungroup(before, spaces > 0 ? ' ' : '\''), after);
    }
    if (dots + commas == 0)
        return is_digits(text) ? std::optional(std::string(text)) : std::nullopt;
    const char mark = text[last];
    if (dots > 0 && commas > 0) {
        if ((mark == '.' ? dots : commas) != 1 || after.empty()) return std::nullopt;
        return join(ungroup(before, mark == '.' ? ',' : '.'), after);
    }
    if (dots + commas > 1) return ungroup(text, mark);
    if (!is_digits(before)) return std::nullopt;
    if (groups_thousands(before, after, mark, locale)) return ungroup(text, mark);
    return join(std::string(before), after);
}

}  // namespace

std::optional<Decimal> read_number_text(std::string_view text, Locale locale) {
    if (text.size() > k_longest) return std::nullopt;
    const std::optional<std::string> simple = simplify(text);
    if (!simple) return std::nullopt;
    if (simple->find_first_of("eE") != std::string::npos) {
        return json::is_number_literal(*simple) ? Decimal::parse(*simple) : std::nullopt;
    }
    std::string_view rest = *simple;
    if (!take_price_dash(rest)) return std::nullopt;
    const std::optional<bool> negative = take_sign(rest);
    if (!negative || rest.empty()) return std::nullopt;
    const std::optional<std::string> literal = plain_literal(rest, locale);
    if (!literal) return std::nullopt;
    const std::optional<Decimal> number = Decimal::parse(*literal);
    if (!number) return std::nullopt;
    return *negative ? number->negated() : *number;
}

std::optional<Decimal> read_number(const FieldOptions& options, const json::Value& value) {
    if (value.is_number()) return Decimal::parse(value.text);
    if (!value.is_string() || value.text.size() > k_longest) return std::nullopt;
    if (options.unit && !options.unit->empty()) {
        const std::string plain = normalise_text(value.text, true);
        const std::string unit = normalise_text(*options.unit, true);
        if (plain.ends_with(unit)) {
            return read_number_text(plain.substr(0, plain.size() - unit.size()), options.locale);
        }
    }
    return read_number_text(value.text, options.locale);
}

bool within_tolerance(const FieldOptions& options, const Decimal& gold, const Decimal& answer) {
    if (gold == answer) return true;
    const Decimal distance = (gold - answer).absolute();
    if (options.abs_tol) {
        const std::optional<Decimal> allowed = Decimal::parse(*options.abs_tol);
        if (allowed && distance <= *allowed) return true;
    }
    if (options.rel_tol) {
        const std::optional<Decimal> share = Decimal::parse(*options.rel_tol);
        if (share && distance <= *share * gold.absolute()) return true;
    }
    return false;
}

}  // namespace kilter
