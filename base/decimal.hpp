// Exact decimal numbers: sign, digits, power of ten. No binary float stands between the text of an
// answer and its verdict. Bounded: more than 1,000 digits or an exponent beyond +-400 do not parse.
// Plain values, any thread.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace kilter {

class Decimal {
  public:
    Decimal() = default;  // zero

    // JSON's number grammar, with leading '+', leading zeros and a bare ".5" or "5." allowed too.
    // nullopt: not a number, or out of the bounds above.
    static std::optional<Decimal> parse(std::string_view text);
    static Decimal from_integer(long long value);

    bool is_zero() const { return digits_.empty(); }
    bool is_negative() const { return negative_; }
    // Shortest plain notation without exponent: "-609600", "0.05", "0"; -0 is "0".
    std::string canonical() const;

    Decimal negated() const;
    Decimal absolute() const;
    // value x 10^power
    Decimal shifted(int power) const;

    friend Decimal operator+(const Decimal& a, const Decimal& b);
    friend Decimal operator-(const Decimal& a, const Decimal& b);
    friend Decimal operator*(const Decimal& a, const Decimal& b);
    friend std::strong_ordering operator<=>(const Decimal& a, const Decimal& b);
    friend bool operator==(const Decimal& a, const Decimal& b);

  private:
    // value = (-1)^negative_ * digits_ * 10^exponent_; digits_ has neither leading nor trailing
    // zeros.
    bool negative_ = false;
    std::string digits_;
    int exponent_ = 0;

    static Decimal normalised(bool negative, std::string digits, int exponent);
    friend std::strong_ordering compare_magnitude(const Decimal& a, const Decimal& b);
};

}  // namespace kilter
