#include "base/decimal.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace kilter {
namespace {

constexpr std::size_t k_max_digits = 1000;
constexpr int k_max_exponent = 400;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::string_view take_digits(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && is_digit(text[length])) ++length;
    const std::string_view digits = text.substr(0, length);
    text.remove_prefix(length);
    return digits;
}

bool take_sign(std::string_view& text) {
    const bool negative = !text.empty() && text.front() == '-';
    if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
    return negative;
}

// What follows "e" or "E"; nullopt: malformed or beyond the bound.
std::optional<int> take_exponent(std::string_view& text) {
    const bool negative = take_sign(text);
    const std::string_view digits = take_digits(text);
    if (digits.empty()) return std::nullopt;
    int value = 0;
    for (const char digit : digits) {
        value = value * 10 + (digit - '0');
        if (value > k_max_exponent) return std::nullopt;
    }
    return negative ? -value : value;
}

// The two operands of a sum as digit strings over the same power of ten.
struct Aligned {
    std::string a;
    std::string b;
    int exponent = 0;
};

Aligned align(std::string a, int a_exponent, std::string b, int b_exponent) {
    const int exponent = std::min(a_exponent, b_exponent);
    a.append(static_cast<std::size_t>(a_exponent - exponent), '0');
    b.append(static_cast<std::size_t>(b_exponent - exponent), '0');
    const std::size_t length = std::max(a.size(), b.size());
    a.insert(0, length - a.size(), '0');
    b.insert(0, length - b.size(), '0');
    return {std::move(a), std::move(b), exponent};
}

std::string add(const std::string& a, const std::string& b) {
    std::string sum(a.size() + 1, '0');
    int carry = 0;
    for (std::size_t i = a.size(); i-- > 0;) {
        const int digit = (a[i] - '0') + (b[i] - '0') + carry;
        sum[i + 1] = static_cast<char>('0' + digit % 10);
        carry = digit / 10;
    }
    sum[0] = static_cast<char>('0' + carry);
    return sum;
}

// a >= b, both of the same length.
std::string subtract(const std::string& a, const std::string& b) {
    std::string difference(a.size(), '0');
    int borrow = 0;
    for (std::size_t i = a.size(); i-- > 0;) {
        int digit = (a[i] - '0') - (b[i] - '0') - borrow;
        borrow = digit < 0 ? 1 : 0;
        if (digit < 0) digit += 10;
        difference[i] = static_cast<char>('0' + digit);
    }
    return difference;
}

std::string multiply(const std::string& a, const std::string& b) {
    // Each cell takes at most 81 x min(length): far from the limits of an int.
    std::vector<int> cells(a.size() + b.size(), 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            cells[i + j + 1] += (a[i] - '0') * (b[j] - '0');
        }
    }
    std::string product(cells.size(), '0');
    int carry = 0;
    for (std::size_t i = cells.size(); i-- > 0;) {
        const int cell = cells[i] + carry;
        product[i] = static_cast<char>('0' + cell % 10);
        carry = cell / 10;
    }
    return product;
}

}  // namespace

Decimal Decimal::normalised(bool negative, std::string digits, int exponent) {
    const std::size_t first = digits.find_first_not_of('0');
    if (first == std::string::npos) return {};
    const std::size_t last = digits.find_last_not_of('0');
    Decimal made;
    made.negative_ = negative;
    made.exponent_ = exponent + static_cast<int>(digits.size() - 1 - last);
    made.digits_ = digits.substr(first, last - first + 1);
    return made;
}

std::optional<Decimal> Decimal::parse(std::string_view text) {
    const bool negative = take_sign(text);
    std::string digits(take_digits(text));
    int exponent = 0;
    if (!text.empty() && text.front() == '.') {
        text.remove_prefix(1);
        const std::string_view fraction = take_digits(text);
        digits += fraction;
        if (digits.size() > k_max_digits) return std::nullopt;
        exponent = -static_cast<int>(fraction.size());
    }
    if (digits.empty() || digits.size() > k_max_digits) return std::nullopt;
    if (!text.empty() && (text.front() == 'e' || text.front() == 'E')) {
        text.remove_prefix(1);
        const std::optional<int> written = take_exponent(text);
        if (!written) return std::nullopt;
        exponent += *written;
    }
    if (!text.empty()) return std::nullopt;
    return normalised(negative, std::move(digits), exponent);
}

Decimal Decimal::from_integer(long long value) {
    std::string digits = std::to_string(value);
    if (value < 0) digits.erase(0, 1);
    return normalised(value < 0, std::move(digits), 0);
}

std::string Decimal::canonical() const {
    if (is_zero()) return "0";
    std::string text = digits_;
    if (exponent_ >= 0) {
        text.append(static_cast<std::size_t>(exponent_), '0');
    } else {
        const auto places = static_cast<std::size_t>(-exponent_);
        if (text.size() <= places) text.insert(0, places - text.size() + 1, '0');
        text.insert(text.size() - places, 1, '.');
    }
    return negative_ ? "-" + text : text;
}

Decimal Decimal::negated() const {
    Decimal result = *this;
    result.negative_ = !is_zero() && !negative_;
    return result;
}

Decimal Decimal::absolute() const {
    Decimal result = *this;
    result.negative_ = false;
    return result;
}

Decimal Decimal::shifted(int power) const {
    Decimal result = *this;
    if (!is_zero()) result.exponent_ += power;
    return result;
}

// Of |a| and |b|, neither zero: the place of the first digit decides, then the digits themselves.
std::strong_ordering compare_magnitude(const Decimal& a, const Decimal& b) {
    const int a_place = static_cast<int>(a.digits_.size()) + a.exponent_;
    const int b_place = static_cast<int>(b.digits_.size()) + b.exponent_;
    if (a_place != b_place) return a_place <=> b_place;
    // Without trailing zeros the longer of two equal beginnings is the larger.
    return a.digits_.compare(b.digits_) <=> 0;
}

std::strong_ordering operator<=>(const Decimal& a, const Decimal& b) {
    const auto sign = [](const Decimal& d) { return d.is_zero() ? 0 : d.negative_ ? -1 : 1; };
    if (sign(a) != sign(b)) return sign(a) <=> sign(b);
    if (a.is_zero()) return std::strong_ordering::equal;
    return a.negative_ ? compare_magnitude(b, a) : compare_magnitude(a, b);
}

bool operator==(const Decimal& a, const Decimal& b) {
    return a.negative_ == b.negative_ && a.exponent_ == b.exponent_ && a.digits_ == b.digits_;
}

Decimal operator+(const Decimal& a, const Decimal& b) {
    if (a.is_zero()) return b;
    if (b.is_zero()) return a;
    const Aligned aligned = align(a.digits_, a.exponent_, b.digits_, b.exponent_);
    if (a.negative_ == b.negative_) {
        return Decimal::normalised(a.negative_, add(aligned.a, aligned.b), aligned.exponent);
    }
    if (aligned.a >= aligned.b) {
        return Decimal::normalised(a.negative_, subtract(aligned.a, aligned.b), aligned.exponent);
    }
    return Decimal::normalised(b.negative_, subtract(aligned.b, aligned.a), aligned.exponent);
}

Decimal operator-(const Decimal& a, const Decimal& b) {
    return a + b.negated();
}

Decimal operator*(const Decimal& a, const Decimal& b) {
    if (a.is_zero() || b.is_zero()) return {};
    return Decimal::normalised(a.negative_ != b.negative_, multiply(a.digits_, b.digits_),
                               a.exponent_ + b.exponent_);
}

}  // namespace kilter
